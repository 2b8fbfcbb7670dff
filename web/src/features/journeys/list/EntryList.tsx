import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconClock, IconMapPin, IconRoute } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime, distance, recordedDate } from '../../../i18n/format';
import type { StillShape } from '../../../shared/geo/still/shapes';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { GroupPanel } from '../../../ui/GroupIcon';
import { SyncChip } from '../../../ui/SyncChip';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { journeyAddress, type JourneyDay, longDay, shortDay, whereabouts } from '../data';
import { speciesIn } from '../days';
import { duration } from '../effort-words';
import { clockAt } from '../page/journey-times';
import type { Entry } from './entries';
import type { TrackSummary } from './summaries';
import { sumEntries, type Summaries, useTotalsText } from './totals';
import classes from './EntryList.module.css';
import card from './EntryCard.module.css';

const PICTURES = 4;

const NAMES = 3;

type Line = { kind: 'month'; month: string; entries: Entry[] } | Entry;
const isMonth = (line: Line): line is Extract<Line, { kind: 'month' }> => line.kind === 'month';

/** Journeys and days, by month with its totals. */
export function EntryList({ entries, summaries }: { entries: readonly Entry[]; summaries: Summaries }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const totalsText = useTotalsText();
  const lines = useMemo(() => withMonths(entries), [entries]);
  const isWide = useMediaQuery('(min-width: 46em)', false, { getInitialValueInEffect: false });
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => (isMonth(line) ? line.month : line.kind === 'day' ? line.day : line.journey.id)}
      isHeading={isMonth}
      columns={isWide ? 2 : 1}
      isFilled
      rowHeight={250}
      label={t('common:screens.my_journeys')}
      render={(line) =>
        isMonth(line) ? (
          <div className={classes.heading}>
            <h2 className={classes.month}>{recordedDate(line.month, language)}</h2>
            <p className={classes.totals}>{totalsText(sumEntries(line.entries, summaries))}</p>
          </div>
        ) : (
          <div className={classes.entry}>
            {line.kind === 'day' ? <DayCard journey={line.of} /> : <JourneyCard entry={line} summary={summaries.get(line.journey.id)} />}
          </div>
        )
      }
    />
  );
}

/** Inserts a heading before the entries of each month. */
function withMonths(entries: readonly Entry[]): Line[] {
  return [...Map.groupBy(entries, ({ day }) => day.slice(0, 7))].flatMap(([month, of]): Line[] => [
    { kind: 'month', month, entries: of },
    ...of,
  ]);
}

/** A day in the list: figures, time, places and pictures. */
function DayCard({ journey }: { journey: JourneyDay }) {
  const { t } = useTranslation(['journeys', 'common']);
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const { day, records, species, first, last } = journey;
  const { weekday, number } = shortDay(day, language);
  const where = whereabouts(journey, language);
  const pictures = picturesOf(journey);
  const rest = Math.max(0, records.length - pictures.length);
  const named = useNamed(records);
  const names = [...new Set(named.map((record) => formatRecordName(record, recordTexts)))];
  const shown = names.length > NAMES ? [...names.slice(0, NAMES), '…'] : names;
  return (
    <article className={`${card.card} ${classes.card}`} data-single={pictures.length === 1 || undefined}>
      <div className={card.date} aria-hidden>
        <span className={card.weekday}>{weekday}</span>
        <span className={card.number}>{number}</span>
      </div>
      <div className={card.words}>
        <h3 className={card.title}>
          <Link to={journeyAddress(day)}>
            <VisuallyHidden>{longDay(day, language)}: </VisuallyHidden>
            <bdi dir="auto">{shown.join(', ')}</bdi>
          </Link>
        </h3>
        <p className={card.line}>
          {t('common:count.records', { count: records.length })} · {t('common:count.species', { count: species })}
        </p>
        <p className={card.line}>
          {first && (
            <span>
              <IconClock size={16} aria-hidden />
              {first === last ? clockTime(first, language) : `${clockTime(first, language)} – ${clockTime(last!, language)}`}
            </span>
          )}
          {where && (
            <span>
              <IconMapPin size={16} aria-hidden />
              {where}
            </span>
          )}
        </p>
      </div>
      <div className={classes.pictures} aria-hidden>
        {pictures.map(({ id, group, name, photo }) => (
          <span key={id} className={classes.picture}>
            {photo ? (
              <OwnPhoto photo={photo} alt="" sizes="160px" fallback={<GroupPanel group={group} name={name} size={40} fill />} />
            ) : (
              <GroupPanel group={group} name={name} size={40} fill />
            )}
          </span>
        ))}
        {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      </div>
    </article>
  );
}

/** Photos first, then drawings of what the others show. */
function picturesOf({ records }: JourneyDay) {
  return records
    .map((record) => ({
      id: record.id,
      group: record.taxon?.group ?? ('other' as const),
      name: record.taxon?.scientific_name,
      photo: photosInOrder(record.media)[0],
    }))
    .sort((one, other) => Number(Boolean(other.photo)) - Number(Boolean(one.photo)))
    .slice(0, PICTURES);
}

interface Props {
  entry: Extract<Entry, { kind: 'journey' }>;
  /** Undefined until its track is read. */
  summary: TrackSummary | undefined;
}

/** A journey in the list: when, how long, what was found, and its line. */
function JourneyCard({ entry: { day, journey, records }, summary }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { weekday, number } = shortDay(day, language);
  const species = useMemo(() => speciesIn(records), [records]);
  const shapes = useMemo((): StillShape[] => (summary?.lines.length ? [{ kind: 'line', parts: summary.lines }] : []), [summary]);
  const from = clockAt(Date.parse(journey.started_at), journey.time_zone, language);
  const effort = summary && [
    summary.duration_s !== null && duration(summary.duration_s, language),
    summary.distance_m !== null && distance(summary.distance_m, units, language),
  ];
  return (
    <article className={`${card.card} ${classes.journeyCardCard}`}>
      <div className={card.date} aria-hidden>
        <span className={card.weekday}>{weekday}</span>
        <span className={card.number}>{number}</span>
      </div>
      <div className={card.words}>
        <h3 className={card.title}>
          <Link to={`/journey/${journey.id}`}>
            <VisuallyHidden>{longDay(day, language)}: </VisuallyHidden>
            <bdi dir="auto">{journey.name}</bdi>
          </Link>
        </h3>
        <p className={card.line}>
          <span>
            <IconClock size={16} aria-hidden />
            {journey.ended_at === null
              ? `${from} · ${t('overview.running')}`
              : `${from} – ${clockAt(Date.parse(journey.ended_at), journey.time_zone, language)}`}
          </span>
          {effort?.some(Boolean) && (
            <span>
              <IconRoute size={16} aria-hidden />
              {effort.filter(Boolean).join(' · ')}
            </span>
          )}
        </p>
        <p className={card.line}>
          {t('common:count.records', { count: records.length })} · {t('common:count.species', { count: species })}
        </p>
        {(journey.write_id !== null || summary?.isUnsent) && <SyncChip state="waiting" label={t('overview.unsent')} />}
      </div>
      {shapes.length > 0 && (
        <div className={classes.map} aria-hidden>
          <StillMap label={journey.name} shapes={shapes} height="100%" maxZoom={13} />
        </div>
      )}
    </article>
  );
}
