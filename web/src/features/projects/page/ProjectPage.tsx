import { Button } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconPresentation, IconQrcode, IconShare } from '@tabler/icons-react';
import type { ProjectRank } from '@veld/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shareLink } from '../../../device/files';
import { useNow } from '../../../device/use-now';
import { number } from '../../../i18n/format';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { FreshnessMark, LoadFailure, Marks } from '../../../shared/records/lists/ListParts';
import { notifier, useLanguage, useMaybeUser, useUser } from '../../../shared/session/session';
import { usePageTitle } from '../../../ui/frame/page-title';
import { FilterLine } from '../../../ui/FilterLine';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import {
  isProjectMissing,
  type Membership,
  type Project,
  projectAddress,
  useFollowCounts,
  useMemberships,
  useProject,
  useProjectMap,
  useProjectPeople,
  useSetMembership,
} from '../data';
import { UnknownProject } from '../UnknownProject';
import { periodInWords, findTurn, fromNow, momentInWords } from '../words';
import { Goals } from './Goals';
import { News } from './News';
import { Figures, LatestRecords, PartFailed, Rules, SpeciesList } from './ProjectParts';
import { useRememberNeeds } from '../needs/remember-needs';
import { listProjectShapes } from './project-shapes';
import { UncountedRecords } from './UncountedRecords';
import classes from './page.module.css';

const InviteDialog = lazy(() => import('./InviteDialog'));

const FIRST = 5;

const MINUTE_MS = 60_000;

const Markdown = lazy(async () => ({ default: (await import('../../../ui/markdown/Markdown')).Markdown }));

/** A project with what belongs to it as of now. */
export function ProjectPage({ id, invite }: { id: string; invite: string | null }) {
  const { t } = useTranslation(['projects', 'common']);
  const query = useProject(id, { invite, isLive: true });
  const { data: project, error, isError, dataUpdatedAt, refetch } = query;
  const membershipOf = useMemberships(dataUpdatedAt);
  usePageTitle(isProjectMissing(error) ? t('common:screens.not_found') : project?.name);
  useFollowCounts(id, project?.counts.records);
  if (isProjectMissing(error)) return <UnknownProject />;
  if (!project) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
  return (
    <>
      <Marks>
        <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </Marks>
      <Page project={project} membership={membershipOf(project)} invite={invite} />
    </>
  );
}

interface PageProps {
  project: Project;
  membership: Membership;
  invite: string | null;
}

function Page({ project, membership, invite }: PageProps) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const isAdmin = useMaybeUser()?.roles.includes('admin') ?? false;
  const mayEdit = project.is_organiser || isAdmin;
  // Those who only have the link see no more than the figures.
  useRememberNeeds(project, membership.isJoined);
  const isOpen = project.joining === 'everyone' || project.is_joined || mayEdit;
  return (
    <article className={classes.page}>
      <PageHeader
        title={project.name}
        lead={periodInWords(project, language)}
        back={{ to: '/projects', label: t('common:screens.projects') }}
        actions={
          mayEdit && (
            <Button
              component={Link}
              to={`${projectAddress(project.id)}?edit=1`}
              variant="default"
              leftSection={<IconPencil size={20} aria-hidden />}
            >
              {t('common:action.edit')}
            </Button>
          )
        }
      />
      <Countdown project={project} />
      {project.is_removed && <p className={classes.note}>{t('removed_you')}</p>}
      <FilterLine>
        {!project.is_removed && <JoinButton project={project} membership={membership} invite={invite ?? project.invite} />}
        <ShareButtons project={project} />
        {isOpen && (
          <Button
            component={Link}
            to={`${projectAddress(project.id)}/live`}
            variant="default"
            leftSection={<IconPresentation size={20} aria-hidden />}
          >
            {t('common:screens.project_live')}
          </Button>
        )}
        {mayEdit && (
          <Button component={Link} to={`/validate/validators?project=${project.id}`} variant="default">
            {t('common:screens.validators')}
          </Button>
        )}
      </FilterLine>
      <div className={classes.columns}>
        <div className={classes.main}>
          {isOpen && <News id={project.id} mayPost={mayEdit} />}
          <Figures project={project} membership={membership} />
          <Goals goals={project.goals} />
          {project.is_joined && <UncountedRecords id={project.id} />}
          {project.description.trim() !== '' && (
            <div className={classes.description}>
              <Suspense fallback={<p dir="auto">{project.description}</p>}>
                <Markdown text={project.description} />
              </Suspense>
            </div>
          )}
        </div>
        <div className={classes.side}>
          <Rules project={project} />
          {isOpen && (
            <>
              <ProjectMap project={project} />
              <Ranking project={project} />
              <SpeciesList id={project.id} />
            </>
          )}
        </div>
        {isOpen && (
          <div className={classes.latest}>
            <LatestRecords project={project} />
          </div>
        )}
      </div>
    </article>
  );
}

/** How long it is until a project begins or ends; exactly when, on request. */
function Countdown({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  if (project.is_cancelled) return <p className={classes.note}>{t('cancelled_hint')}</p>;
  const turn = findTurn(project, now);
  return (
    <p className={classes.turn} data-over={turn.kind === 'ended' || undefined}>
      <time dateTime={turn.at.toISOString()} title={momentInWords(turn.at, project.time_zone, language)}>
        {t(`turn.${turn.kind}`, { when: fromNow(turn.at, now, language) })}
      </time>
    </p>
  );
}

interface Props {
  project: Project;
  membership: Membership;
  /** The secret of the link, for a project that is joined by one. */
  invite: string | null;
}

/** Joins a project, or leaves it after a question. Works without a connection. */
function JoinButton({ project, membership: { isJoined, isWaiting }, invite }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const set = useSetMembership();
  const [isAsking, setAsking] = useState(false);
  if (!isJoined)
    return (
      <>
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => void set(project.id, true, invite)}>
          {t('join')}
        </Button>
        {isWaiting && <p className={classes.quiet}>{t('left_waiting')}</p>}
      </>
    );
  if (isAsking)
    return (
      <>
        <Button
          color="brick"
          onClick={() => {
            setAsking(false);
            void set(project.id, false);
          }}
        >
          {t('leave_confirm')}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t('common:action.cancel')}
        </Button>
        <p className={classes.quiet}>{t('leave_hint')}</p>
      </>
    );
  return (
    <>
      <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} aria-label={t('leave')} onClick={() => setAsking(true)}>
        {t('joined')}
      </Button>
      {isWaiting && <p className={classes.quiet}>{t('joined_waiting')}</p>}
    </>
  );
}

/** The area of a project, and the squares in which something was recorded. */
function ProjectMap({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const { data: cells, isError, refetch } = useProjectMap(project.id);
  const shapes = useMemo(() => listProjectShapes(project.area, cells ?? []), [project.area, cells]);
  const records = cells?.reduce((sum, cell) => sum + cell.records, 0) ?? 0;
  if (shapes.length === 0 && !isError) return null;
  return (
    <section aria-labelledby="map">
      <SectionTitle id="map">{t('common:screens.map')}</SectionTitle>
      {shapes.length > 0 && (
        <StillMap label={t('map_of', { name: project.name, records: t('common:count.records', { count: records }) })} shapes={shapes} />
      )}
      {isError && !cells && <PartFailed onRetry={() => void refetch()} />}
    </section>
  );
}

/** The participants with most species, among those who chose to be shown. */
function Ranking({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const me = useUser();
  const { data, isError, refetch } = useProjectPeople(project.id);
  const [isAll, setAll] = useState(false);
  const people = data?.data ?? [];
  const shown = isAll ? people : people.slice(0, FIRST);
  const own = data?.own ?? null;
  return (
    <section aria-labelledby="ranking">
      <SectionTitle id="ranking">{t('ranking')}</SectionTitle>
      {isError && !data && <PartFailed onRetry={() => void refetch()} />}
      {data && people.length === 0 && <p className={classes.quiet}>{t('ranking_empty')}</p>}
      {shown.length > 0 && (
        <ol className={classes.rows}>
          {shown.map((person) => (
            <Person key={person.id} person={person} isMe={person.id === me.id} />
          ))}
          {own && !shown.some(({ id }) => id === own.id) && <Person person={own} isMe />}
        </ol>
      )}
      {!isAll && people.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
      <p className={classes.quiet}>{t('ranking_hint')}</p>
    </section>
  );
}

function Person({ person: { id, name, rank, species, records }, isMe }: { person: ProjectRank; isMe: boolean }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  return (
    <li>
      <Link className={classes.person} data-me={isMe || undefined} to={isMe ? '/profile' : `/profile/${id}`}>
        <span className={classes.rank}>{number(rank, language)}</span>
        <span className={classes.words}>
          <bdi dir="auto">{name}</bdi>
          {isMe && ` (${t('you')})`}
        </span>
        <span className={classes.quiet}>
          {t('common:count.species', { count: species })} · {t('common:count.records', { count: records })}
        </span>
      </Link>
    </li>
  );
}

/** The whole address of a project, with the secret of its link if it is joined by one. */
function formatProjectLink({ id, invite }: Pick<Project, 'id' | 'invite'>): string {
  return `${location.origin}${projectAddress(id)}${invite ? `?invite=${invite}` : ''}`;
}

/** Sends the address of a project, or shows it as a QR code. Of a project that is joined by link, for those who have the link. */
function ShareButtons({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const [isOpen, setOpen] = useState(false);
  const url = formatProjectLink(project);
  if (project.joining === 'link' && project.invite === null) return null;
  const share = async () => {
    try {
      if ((await shareLink(project.name, url)) === 'copied') notifier.show('positive', t('link_copied'));
    } catch (error) {
      notifier.show('negative', t('link_failed'), { cause: error });
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
        {t('share')}
      </Button>
      <Button variant="default" leftSection={<IconQrcode size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('qr')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InviteDialog name={project.name} url={url} isSecret={project.invite !== null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
