import { instantOf, isDay, JOURNEY_LIMITS } from '@veld/contract';
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
}

export function startTrackForm({ name }: FileTrack, fileName: string): TrackForm {
  return { isChosen: null, name: (name || fileName).slice(0, JOURNEY_LIMITS.name), day: '', from: '', to: '' };
}

const DAY_MS = 86_400_000;

/** The entered times; null while they are not complete. A track that ends earlier than it begins went on past midnight. */
export function spanOf({ day, from, to }: TrackForm, zone: string): Span | null {
  const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isDay(day) || !isTime(from) || !isTime(to)) return null;
  const [start, end] = [instantOf(day, from, zone).getTime(), instantOf(day, to, zone).getTime()];
  return { from: start, to: end < start ? end + DAY_MS : end };
}
