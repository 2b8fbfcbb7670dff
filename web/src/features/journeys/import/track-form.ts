import { resolveInstant, isDay, JOURNEY_LIMITS } from '@veld/contract';
import type { FileTrack } from '../formats/track-file';
import type { Span } from './imported-journey';

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

const DAY_MS = 86_400_000;
/**
 * GPS weeks start again from zero after 1,024. A device that does not know how often they did gives a date that is too early by as much.
 */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;

/** Whether a track may be of 1,024 weeks later: a time that is not in the future. Tracks that really are as old are asked about too. */
export function rolledOver({ segments }: FileTrack, now: number): number | null {
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
