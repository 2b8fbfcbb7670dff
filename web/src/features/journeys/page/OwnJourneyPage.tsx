import { trackFigures, type TrackPoint, trimmed } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime, distance, number } from '../../../i18n/format';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import type { LocalObservation } from '../../../shared/records/own';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { Plot } from '../../../ui/charts/Plot';
import { GroupIcon } from '../../../ui/GroupIcon';
import { PageHeader } from '../../../ui/PageHeader';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { SyncChip } from '../../../ui/SyncChip';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { speciesIn } from '../days';
import { duration, height } from '../effort-words';
import { timeSpan } from '../formats/track-points';
import type { LocalJourney } from '../own-journeys';
import { useBackToJourneys } from '../use-back';
import { JourneyActions } from './dialogs/JourneyActions';
import { measureEffort } from './effort';
import { EffortCard } from './EffortCard';
import { journeyTimes } from './journey-times';
import { usePieces } from './JourneyMap';
import { Moment } from './Moment';
import { playClock } from './play/play-clock';
import { TimeControl } from './play/TimeControl';
import { timedDots } from './play/timed-dots';
import { TrackMap } from './play/TrackMap';
import { Section } from './Section';
import { type SpeciesRow, speciesRows } from './species-rows';
import { drawnPieces, linesThrough } from './track-overlay';
import classes from './OwnJourneyPage.module.css';

const SAMPLES = 121;

/** A height that differs from most of its neighbours is a GPS error. */
const NEIGHBOURS = 2;

/** Level ground is drawn as level: a profile shows at least this much height. */
const LEAST_SPAN_M = 20;

const NONE: never[] = [];

interface Props {
  journey: LocalJourney;
  /** Undefined while they are read, as are the records. */
  points: readonly TrackPoint[] | undefined;
  records: readonly LocalObservation[] | undefined;
}

/** A journey of the user, wholly from the device. */
export function OwnJourneyPage({ journey, points, records }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { trim } = journey;
  const counting = useMemo(() => points && trimmed(points, trim), [points, trim]);
  const pieces = usePieces(counting);
  const rows = useMemo(() => speciesRows(records ?? NONE), [records]);
  const effort = useMemo(() => measureEffort(journey, pieces), [journey, pieces]);
  const profile = useMemo(() => elevationProfile(pieces), [pieces]);
  const found = useMemo(() => speciesIn(records ?? NONE), [records]);
  // Where a journey was made elsewhere, its points come later than the journey itself.
  const isIncomplete = points !== undefined && journey.server_points > points.length;

  return (
    <>
      <PageHeader
        title={journey.name}
        lead={journeyTimes(journey, language)}
        back={useBackToJourneys()}
        actions={points && records && <JourneyActions journey={journey} points={points} records={records} />}
      />
      <div className={classes.marks}>
        {points && isUnsent(journey, points) && <SyncChip state="waiting" label={t('overview.unsent')} />}
      </div>
      <StatTiles>
        {effort.duration_s !== null && <StatTile value={duration(effort.duration_s, language)} label={t('figure.duration')} />}
        {effort.distance_m !== null && <StatTile value={distance(effort.distance_m, units, language)} label={t('figure.distance')} />}
        {records && <StatTile value={number(records.length, language)} label={t('figure.records', { count: records.length })} />}
        {records && <StatTile value={number(found, language)} label={t('figure.species', { count: found })} />}
      </StatTiles>
      <TrackCard
        journey={journey}
        pieces={pieces}
        records={records ?? NONE}
        state={!points ? 'loading' : isIncomplete ? 'incomplete' : 'ready'}
      />
      <div className={classes.sections} data-empty={records?.length === 0 || undefined}>
        <Section title={t('species.title')} isEmpty={rows.length === 0 && t('species.none')}>
          <SpeciesTable rows={rows} label={t('species.title')} />
        </Section>
        <div className={classes.column}>
          <Section title={t('effort.title')}>
            <EffortCard journey={journey} effort={effort} />
            {journey.sharing !== 'none' && journey.track_fault && (
              <p className={classes.fault}>{t(`page.track_fault.${journey.track_fault}`)}</p>
            )}
          </Section>
          {profile && (
            <Section title={t('elevation.title')}>
              <ElevationCard profile={profile} />
            </Section>
          )}
          {journey.notes && (
            <Section title={t('page.notes')}>
              <p dir="auto" className={classes.notes}>
                {journey.notes}
              </p>
            </Section>
          )}
        </div>
        <PhotoStrip records={records ?? NONE} />
        {records && records.length > 0 && (
          <Section title={t('page.records')} isPlain>
            <VirtualRows
              items={records}
              keyOf={(record) => record.id}
              rowHeight={97}
              label={t('page.records')}
              render={(record, at) => (
                <Moment record={record} isSameTime={at > 0 && records[at - 1]?.observed_time === record.observed_time} />
              )}
            />
          </Section>
        )}
      </div>
    </>
  );
}

/** The heights along the track. */
function ElevationCard({ profile }: { profile: ElevationProfile }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { heights, distance_m, least, most } = profile;
  const ground = Math.min(least, most - LEAST_SPAN_M);
  const at = (index: number) => (distance_m * index) / (heights.length - 1);
  return (
    <Plot
      label={t('elevation.title')}
      series={[{ kind: 'line', values: heights.map((value) => value - ground) }]}
      read={(index) =>
        t('elevation.at', { height: height(heights[index]!, units, language), distance: distance(at(index), units, language) })
      }
      start={heights.indexOf(most)}
      top={height(most, units, language)}
      ticks={[height(ground, units, language), distance(distance_m, units, language)]}
      hasEnds
    />
  );
}

/** The photos of the records of a journey in order of time; nothing without any. */
function PhotoStrip({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const photos = useNamed(records).flatMap((record) => photosInOrder(record.media).map((photo) => ({ record, photo })));
  if (photos.length === 0) return null;
  return (
    <Section title={t('page.photos')} isPlain>
      <ul className={classes.photos}>
        {photos.map(({ record, photo }) => (
          <li key={photo.id}>
            <Link to={`/observations/${record.id}`}>
              <span className={classes.picture}>
                <OwnPhoto photo={photo} alt="" sizes="240px" />
              </span>
              <span className={classes.words}>
                {record.observed_time && <time dateTime={record.observed_time}>{clockTime(record.observed_time, language)}</time>}
                <span>{formatRecordName(record, recordTexts)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The species of a journey with their individuals and the time when each was first seen. */
function SpeciesTable({ rows, label }: { rows: readonly SpeciesRow[]; label: string }) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const named = useNamed(rows.map(({ record }) => record));
  const countOf = ({ count, isAtLeast, isAbsent }: SpeciesRow) => {
    if (isAbsent) return t('species.not_found');
    if (count === null) return t('species.present');
    return isAtLeast ? t('species.at_least', { number: number(count, language) }) : number(count, language);
  };
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('species.name')}</th>
            <th scope="col">{t('species.count')}</th>
            <th scope="col">{t('species.first')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const record = named[index]!;
            return (
              <tr key={row.key} data-absent={row.isAbsent || undefined}>
                <th scope="row">
                  <Link to={record.taxon_id == null ? `/observations/${record.id}` : `/species/${record.taxon_id}`}>
                    <GroupIcon group={record.taxon?.group ?? 'other'} size={22} />
                    <span>{formatRecordName(record, recordTexts)}</span>
                  </Link>
                </th>
                <td data-of={t('species.count')}>{countOf(row)}</td>
                <td data-of={t('species.first')}>{row.first && clockTime(row.first, language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface TrackCardProps {
  journey: Pick<LocalJourney, 'time_zone' | 'name'>;
  pieces: readonly (readonly TrackPoint[])[];
  records: readonly LocalObservation[];
  /** `incomplete`: not all points are on this device yet. */
  state: 'loading' | 'incomplete' | 'ready';
}

/** The map of a journey, as a whole or until a time. */
function TrackCard({ journey, pieces, records, state }: TrackCardProps) {
  const { t } = useTranslation('journeys');
  const [clock] = useState(playClock);
  const zone = journey.time_zone;
  const drawn = useMemo(() => drawnPieces(pieces), [pieces]);
  const lines = useMemo(() => linesThrough(drawn), [drawn]);
  const dots = useMemo(() => timedDots(records, zone), [records, zone]);
  const span = useMemo(() => timeSpan(pieces.flat()), [pieces]);
  const isEmpty = lines.length === 0 && dots.length === 0;

  if (state === 'loading') return <div className={classes.waiting} aria-hidden />;
  return (
    <div className={classes.card}>
      {isEmpty ? (
        <p className={classes.note}>{t(state === 'incomplete' ? 'page.points_missing' : 'page.no_points')}</p>
      ) : (
        <>
          <TrackMap label={t('page.map', { name: journey.name })} clock={clock} pieces={pieces} drawn={drawn} lines={lines} dots={dots} />
          {state === 'incomplete' && <p className={classes.note}>{t('page.points_missing')}</p>}
          {span && span.to > span.from && <TimeControl clock={clock} span={span} zone={zone} />}
        </>
      )}
    </div>
  );
}

interface ElevationProfile {
  /** Heights in metres at equal distances along the track, the first and the last included. */
  heights: number[];
  /** Of the whole track, without its gaps. */
  distance_m: number;
  least: number;
  most: number;
}

/** Heights along the parts of a track; null if fewer than two points have one. */
export function elevationProfile(pieces: readonly (readonly TrackPoint[])[]): ElevationProfile | null {
  let distance = 0;
  const along: number[] = [];
  const raw: number[] = [];
  for (const piece of pieces) {
    for (const [at, point] of piece.entries()) {
      if (at > 0) distance += metresBetween(piece[at - 1]!, point);
      if (point.elevation_m === null) continue;
      along.push(distance);
      raw.push(point.elevation_m);
    }
  }
  if (raw.length < 2) return null;
  const smooth = raw.map((_, at) => medianOf(raw.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)));
  const heights = sampled(along, smooth, distance);
  return { heights, distance_m: trackFigures(pieces).distance_m, least: Math.min(...heights), most: Math.max(...heights) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

/** Values at equal steps, interpolated between those that are known. */
function sampled(along: readonly number[], values: readonly number[], distance: number): number[] {
  let next = 0;
  return Array.from({ length: SAMPLES }, (_, step) => {
    const wanted = (distance * step) / (SAMPLES - 1);
    while (next < along.length - 1 && along[next]! < wanted) next++;
    const before = Math.max(0, next - 1);
    const length = along[next]! - along[before]!;
    const part = length <= 0 ? 1 : Math.min(1, Math.max(0, (wanted - along[before]!) / length));
    return values[before]! + part * (values[next]! - values[before]!);
  });
}

/** Whether the server does not have all of a journey. */
function isUnsent({ write_id, sent_seq }: Pick<LocalJourney, 'write_id' | 'sent_seq'>, points: readonly TrackPoint[]): boolean {
  return write_id !== null || (points.at(-1)?.seq ?? -1) > sent_seq;
}
