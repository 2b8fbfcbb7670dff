import { IconX } from '@tabler/icons-react';
import type { ListedObservation } from '@veld/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { keepScreenOn } from '../../../device/stay-awake';
import { useNow } from '../../../device/use-now';
import { number } from '../../../i18n/format';
import { FreshnessMark, LoadFailure } from '../../../shared/records/lists/ListParts';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { useLanguage } from '../../../shared/session/session';
import { useNamedRecord } from '../../../shared/taxa/names';
import { usePageTitle } from '../../../ui/frame/page-title';
import { Photo } from '../../../ui/Photo';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useRelations } from '../../relations/data';
import { isProjectMissing, type Project, projectAddress, useFollowCounts, useProject, useProjectPeople, useProjectRecords } from '../data';
import { Goals } from '../page/Goals';
import { UnknownProject } from '../UnknownProject';
import { findTurn, fromNow } from '../words';
import classes from './LiveScreen.module.css';

const MINUTE_MS = 60_000;
/** As many as fill the screen. */
const PHOTOS = 8;
const PEOPLE = 5;

/** A project on a projector: what can be read from ten metres, counted anew by itself, on a screen that stays on. No place is shown. */
export default function LiveScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('projects');
  const { data: project, error, isError, dataUpdatedAt, refetch } = useProject(id, { isLive: true });
  usePageTitle(project?.name);
  useFollowCounts(id, project?.counts.records);
  useEffect(() => keepScreenOn(), []);
  if (isProjectMissing(error)) return <UnknownProject />;
  if (!project) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
  return (
    <div className={classes.live}>
      <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      <Head project={project} />
      <Totals project={project} />
      <div className={classes.side}>
        <Goals goals={project.goals} />
        <Top id={id} />
      </div>
      <Latest project={project} />
    </div>
  );
}

function Head({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const turn = findTurn(project, now);
  return (
    <header className={classes.head}>
      <h1 className={classes.name} dir="auto">
        {project.name}
      </h1>
      <p className={classes.turn}>
        {project.is_cancelled ? t('cancelled') : t(`turn.${turn.kind}`, { when: fromNow(turn.at, now, language) })}
      </p>
      <Link className={classes.close} to={projectAddress(project.id)} aria-label={t('back')}>
        <IconX size={24} aria-hidden />
      </Link>
    </header>
  );
}

function Totals({ project: { counts, people } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const totals = [
    ['species', counts.species],
    ['records', counts.records],
    ['people', people],
  ] as const;
  return (
    <dl className={classes.totals} aria-label={t('figures')}>
      {totals.map(([kind, value]) => (
        <div key={kind} className={classes.total}>
          <dt>{t(`tile.${kind}`, { count: value })}</dt>
          <dd>{number(value, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The participants with most species, among those who chose to be shown. */
function Top({ id }: { id: string }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const { data } = useProjectPeople(id);
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby="top">
      <h2 id="top" className={classes.title}>
        {t('ranking')}
      </h2>
      <ol className={classes.people}>
        {data.data.slice(0, PEOPLE).map(({ id: person, name, rank, species }) => (
          <li key={person}>
            <span>{number(rank, language)}</span>
            <bdi dir="auto">{name}</bdi>
            <span>{t('common:count.species', { count: species })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The latest records with a photo. */
function Latest({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { ids } = useRelations();
  const { data } = useProjectRecords(project.id);
  const records = (data?.pages.flatMap((page) => page.data) ?? []).filter(
    ({ user, media }) => media.some(({ urls }) => urls !== null) && !ids.block.has(user.id) && !ids.mute.has(user.id),
  );
  if (records.length === 0) return null;
  return (
    <section className={classes.latest} aria-labelledby="latest">
      <h2 id="latest" className={classes.title}>
        {t('latest')}
      </h2>
      <ul className={classes.photos}>
        {records.slice(0, PHOTOS).map((record) => (
          <li key={record.id}>
            <Picture record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ record: given }: { record: ListedObservation }) {
  const { t } = useTranslation('common');
  const { taxon, verbatim_name, media, user } = useNamedRecord(given);
  const name = taxon?.name ?? verbatim_name ?? t('taxon.unnamed');
  const [photo] = photosInOrder(media);
  return (
    <figure className={classes.picture}>
      <div className={classes.frame}>{photo && <Photo photo={photo} alt="" sizes="25vw" isFirst />}</div>
      <figcaption>
        <strong dir="auto">{name}</strong> <bdi dir="auto">{user.name}</bdi>
      </figcaption>
    </figure>
  );
}
