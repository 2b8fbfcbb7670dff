import { Checkbox, TextInput } from '@mantine/core';
import { isDay, JOURNEY_LIMITS, MAX_SILENCE_MS, resolveInstant, trackPieces, type TrackPoint } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, formatDate, number } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { StillMap } from '../../../shared/geo/still/StillMap';
import type { StillShape } from '../../../shared/geo/still/shapes';
import { duration } from '../effort-words';
import type { FileTrack } from '../formats/track-file';
import { timeSpan, trackPoints } from '../formats/track-points';
import { measureEffort } from '../page/effort';
import { journeyTimes } from '../page/journey-times';
import { drawnLines } from '../page/track-overlay';
import { importedJourney, type Span } from './imported-journey';
import classes from './TrackPreview.module.css';

const DAY_MS = 86_400_000;
/**
 * GPS weeks start again from zero after 1,024. A device that does not know how often they did gives a date that is too early by as much.
 */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;

interface Props {
  track: FileTrack;
  form: TrackForm;
  zone: string;
  /** There is a journey of this track already. */
  isKnown: boolean;
  isChosen: boolean;
  /** Of the file: there is nothing to choose. */
  isOnly: boolean;
  onChange: (change: Partial<TrackForm>) => void;
}

/** A track of a file with its line, its figures and what Veld cannot use of it. */
export function TrackPreview({ track: inFile, form, zone, isKnown, isChosen, isOnly, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const track = useMemo(() => correctedTrack(inFile, form), [inFile, form]);
  const [opened] = useState(() => Date.now());
  const later = rolledOver(inFile, opened);
  const { points, pieces, effort } = useMemo(() => {
    const imported = importedJourney(track, { name: '', zone, span: null });
    const parts = trackPieces(trackPoints(track));
    return { points: imported.points, pieces: parts, effort: measureEffort(imported.content, parts) };
  }, [track, zone]);
  const shapes = useMemo((): StillShape[] => [{ kind: 'line', parts: drawnLines(pieces) }], [pieces]);
  const span = timeSpan(points);
  const said = (count: number) => ({ count, number: number(count, language) });
  const unmeasured = unmeasuredPoints(points, pieces);
  const dayOf = (at: number) => formatDate(at, language, { timeZone: zone, dateStyle: 'long' });
  const facts = [
    span &&
      journeyTimes({ started_at: new Date(span.from).toISOString(), ended_at: new Date(span.to).toISOString(), time_zone: zone }, language),
    effort.distance_m !== null && distance(effort.distance_m, units, language),
    span !== null && effort.duration_s !== null && duration(effort.duration_s, language),
    t('import.points', { count: points.length, number: number(points.length, language) }),
  ];
  return (
    <div className={classes.track}>
      {!isOnly && (
        <Checkbox
          label={form.name || t('import.unnamed')}
          checked={isChosen}
          onChange={(event) => onChange({ isChosen: event.currentTarget.checked })}
        />
      )}
      <StillMap label={t('page.map', { name: form.name })} shapes={shapes} height="11rem" maxZoom={14} />
      <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
      {isKnown && <p className={classes.facts}>{t('import.known')}</p>}
      {track.skipped > 0 && <p className={classes.facts}>{t('import.skipped', said(track.skipped))}</p>}
      {track.isCut && <p className={classes.warning}>{t('import.cut')}</p>}
      {unmeasured > 0 && <p className={classes.facts}>{t('import.unmeasured', said(unmeasured))}</p>}
      {track.times === 'known' && track.lostTimes > 0 && <p className={classes.facts}>{t('import.times_lost', said(track.lostTimes))}</p>}
      {later !== null && (
        <div className={classes.warning}>
          <p className={classes.question}>{t('import.rollover', { date: dayOf(later) })}</p>
          <Checkbox
            label={t('import.rollover_correct', { date: dayOf(later) })}
            checked={form.isRolledOver}
            onChange={(event) => onChange({ isRolledOver: event.currentTarget.checked })}
          />
        </div>
      )}
      {isChosen && (
        <>
          <TextInput
            label={t('import.name')}
            value={form.name}
            maxLength={JOURNEY_LIMITS.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          {track.times !== 'known' && (
            <>
              <p className={classes.facts}>{t(`import.times_${track.times}`)}</p>
              <div className={classes.times}>
                <TextInput
                  type="date"
                  label={t('import.day')}
                  value={form.day}
                  onChange={(event) => onChange({ day: event.currentTarget.value })}
                />
                <TextInput
                  type="time"
                  label={t('import.from')}
                  value={form.from}
                  onChange={(event) => onChange({ from: event.currentTarget.value })}
                />
                <TextInput
                  type="time"
                  label={t('import.to')}
                  value={form.to}
                  onChange={(event) => onChange({ to: event.currentTarget.value })}
                />
              </div>
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Points that are not on the line, and those at which it begins anew although nothing was silent. */
function unmeasuredPoints(points: readonly TrackPoint[], pieces: readonly (readonly TrackPoint[])[]): number {
  const drawn = pieces.reduce((sum, { length }) => sum + length, 0);
  const jumps = pieces.filter(([first], at) => {
    const before = pieces[at - 1]?.at(-1);
    if (!before || first!.segment !== before.segment) return false;
    return before.t === null || first!.t === null || first!.t - before.t <= MAX_SILENCE_MS;
  });
  return points.length - drawn + jumps.length;
}

/** What a person enters about a track before it is added. */
export interface TrackForm {
  /** Null: not decided, so all tracks that are new. */
  isChosen: boolean | null;
  name: string;
  /** For a track without times: YYYY-MM-DD and HH:MM. */
  day: string;
  from: string;
  to: string;
  /** Its dates were 1,024 weeks too early. */
  isRolledOver: boolean;
}

export function startTrackForm({ name }: FileTrack, fileName: string): TrackForm {
  return { isChosen: null, name: (name || fileName).slice(0, JOURNEY_LIMITS.name), day: '', from: '', to: '', isRolledOver: false };
}

/** Whether a track may be of 1,024 weeks later: a time that is not in the future. Tracks that really are as old are asked about too. */
function rolledOver({ segments }: FileTrack, now: number): number | null {
  const last = segments.flat().reduce((latest, { t }) => Math.max(latest, t ?? -Infinity), -Infinity);
  return Number.isFinite(last) && last + ROLLOVER_MS <= now ? last + ROLLOVER_MS : null;
}

/** The track as the person says that it was. */
export function correctedTrack(track: FileTrack, { isRolledOver }: TrackForm): FileTrack {
  if (!isRolledOver) return track;
  return {
    ...track,
    segments: track.segments.map((points) => points.map((point) => ({ ...point, t: point.t === null ? null : point.t + ROLLOVER_MS }))),
  };
}

/** The entered times; null while they are not complete. A track that ends earlier than it begins went on past midnight. */
export function readTrackSpan({ day, from, to }: TrackForm, zone: string): Span | null {
  const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isDay(day) || !isTime(from) || !isTime(to)) return null;
  const [start, end] = [resolveInstant(day, from, zone).getTime(), resolveInstant(day, to, zone).getTime()];
  return { from: start, to: end < start ? end + DAY_MS : end };
}
