import { BADGES } from '@veld/contract';
import { IconAward, IconCircleCheck, IconFolders, IconTags } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { useLanguage } from '../../shared/session/session';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { useBadgeWords } from '../motivation/words';
import { formatRecordName, useRecordTranslation } from '../../shared/records/record-labels';
import { useNamedRecord, useNamedTaxon } from '../../shared/taxa/names';
import type { PlacedEvent } from './feed-pages';
import classes from './EventCard.module.css';

/** Something that happened besides records, in one line. */
export default function EventCard({ event }: { event: PlacedEvent }) {
  const language = useLanguage();
  const { user, at } = event;
  return (
    <article className={classes.card}>
      {user ? <Avatar person={user} /> : <span className={classes.icon}>{ICONS[event.kind]}</span>}
      <div className={classes.words}>
        {user && (
          <h2 className={classes.name}>
            <Link dir="auto" to={`/profile/${user.id}`}>
              {user.name}
            </Link>
          </h2>
        )}
        <p className={classes.what}>
          <What event={event} />
        </p>
        <time className={classes.when} dateTime={at}>
          {ago(at, language)}
        </time>
      </div>
      {event.record ? <Picture record={event.record} /> : user && <span className={classes.icon}>{ICONS[event.kind]}</span>}
    </article>
  );
}

const SIZE = 24;
const ICONS: Record<PlacedEvent['kind'], ReactNode> = {
  quality: <IconTags size={SIZE} aria-hidden />,
  badges: <IconAward size={SIZE} aria-hidden />,
  joined: <IconFolders size={SIZE} aria-hidden />,
  ended: <IconCircleCheck size={SIZE} aria-hidden />,
};

function What({ event }: { event: PlacedEvent }) {
  const { t } = useTranslation('feed');
  const language = useLanguage();
  const { title } = useBadgeWords();
  const { kind, record, project, badges } = event;
  if (record) return <Graded record={record} taxon={event.taxon} />;
  if (kind === 'badges') {
    const names = badges.flatMap((id) => BADGES.find((badge) => badge.id === id) ?? []).map(title);
    return t('event.badges', { count: badges.length, badges: new Intl.ListFormat(language).format(names) });
  }
  if (!project) return null;
  return (
    <>
      {t(kind === 'ended' ? 'event.ended' : 'event.joined')}{' '}
      <Link dir="auto" to={`/projects/${project.id}`}>
        {project.name}
      </Link>
    </>
  );
}

type Graded = NonNullable<PlacedEvent['record']>;

/** Whether others agree with the observer. */
function Graded({ record: given, taxon: givenTaxon }: { record: Graded; taxon: PlacedEvent['taxon'] }) {
  const { t } = useTranslation('feed');
  const tr = useRecordTranslation();
  const record = useNamedRecord(given);
  const taxon = useNamedTaxon(givenTaxon);
  const name = formatRecordName(record, tr);
  const isConfirmed = record.quality === 'confirmed';
  const said = isConfirmed ? t('event.confirmed') : t('event.community', { taxon: taxon?.name ?? name });
  return (
    <>
      {said} <Link to={`/observations/${record.id}`}>{name}</Link>
    </>
  );
}

function Picture({ record }: { record: Graded }) {
  const group = record.taxon?.group ?? 'other';
  const [photo] = photosInOrder(record.media);
  const panel = <GroupPanel group={group} name={record.taxon?.scientific_name} size={28} fill />;
  return <span className={classes.picture}>{photo ? <Photo photo={photo} alt="" sizes="56px" fallback={panel} /> : panel}</span>;
}
