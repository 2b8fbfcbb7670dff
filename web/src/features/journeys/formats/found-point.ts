import { JOURNEY_LIMITS, MAX_JOURNEY_POINTS } from '@veld/contract';
import { type FilePoint, type FileTrack, type TrackFault, TrackFileError } from './track-file';

/** What a file says about a point, unchecked. */
export interface FoundPoint {
  latitude: number | null;
  longitude: number | null;
  time: string | number | null;
  elevation?: number | null;
  accuracy?: number | null;
  speed?: number | null;
}

/** A track as it is in a file, unchecked. */
export interface FoundTrack {
  name: string;
  notes: string;
  segments: FoundPoint[][];
}

/** GPS was not available to the public before. */
const FIRST_TIME = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;
const ELEVATIONS_M = [-12_000, 100_000] as const;
const MAX_ACCURACY_M = 1_000_000;
const MAX_SPEED_MPS = 10_000;
const FEWEST_POINTS = 2;

/** The tracks with those points that can be used. Throws a `TrackFileError` if none is left. */
export function usableTracks(found: readonly FoundTrack[], now: number): Omit<FileTrack, 'isCut'>[] {
  const faults: TrackFault[] = [];
  const tracks = found.flatMap((track): Omit<FileTrack, 'isCut'>[] => {
    const total = track.segments.reduce((sum, { length }) => sum + length, 0);
    const segments = track.segments
      .map((points) => points.flatMap((point) => usablePoint(point, now) ?? []))
      .filter(({ length }) => length > 0);
    const used = segments.reduce((sum, { length }) => sum + length, 0);
    if (total > 0 && used === 0) faults.push('points');
    else if (used < FEWEST_POINTS) faults.push(total > 0 ? 'short' : 'no_track');
    else if (used > MAX_JOURNEY_POINTS) faults.push('too_long');
    else {
      const { name, notes } = track;
      const kept = { name: plain(name, JOURNEY_LIMITS.name), notes: plain(notes, JOURNEY_LIMITS.notes) };
      const lostTimes = track.segments.flat().filter(({ time }) => time !== null && time !== '' && timeOf(time, now) === null).length;
      return [{ ...kept, segments, skipped: total - used, times: timesOf(track, segments), lostTimes }];
    }
    return [];
  });
  if (tracks.length === 0) throw new TrackFileError(faults[0] ?? 'no_track');
  return tracks;
}

function timesOf(found: FoundTrack, segments: readonly FilePoint[][]): FileTrack['times'] {
  if (segments.some((points) => points.some(({ t }) => t !== null))) return 'known';
  return found.segments.some((points) => points.some(({ time }) => time)) ? 'impossible' : 'missing';
}

function usablePoint(point: FoundPoint, now: number): FilePoint | null {
  if (!isPlaced(point)) return null;
  return {
    t: timeOf(point.time, now),
    latitude: point.latitude,
    longitude: point.longitude,
    elevation_m: within(point.elevation, ...ELEVATIONS_M),
    accuracy_m: within(point.accuracy, 0, MAX_ACCURACY_M),
    speed_mps: within(point.speed, 0, MAX_SPEED_MPS),
  };
}

/** False for 0,0 too, which devices write when they have no position. */
function isPlaced<P extends FoundPoint>(point: P): point is P & { latitude: number; longitude: number } {
  const { latitude, longitude } = point;
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** Milliseconds since 1970; null for a time that no track can have. */
function timeOf(time: string | number | null, now: number): number | null {
  const at = typeof time === 'string' ? instantIn(time) : time;
  return at !== null && at >= FIRST_TIME && at <= now + DAY_MS ? Math.round(at) : null;
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * A day and a time with T or a space between them. Without a zone they are in UTC, as the formats say, and never by the clock of the
 * device. Other texts are no time.
 */
function instantIn(text: string): number | null {
  const [, day, clock, fraction = '0', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.length > 3 ? zone.slice(-2) : '00'}` : 'Z';
  const at = Date.parse(`${day}T${clock!.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3)}${offset}`);
  return Number.isNaN(at) ? null : at;
}

function within(value: number | null | undefined, least: number, most: number): number | null {
  return value != null && value >= least && value <= most ? value : null;
}

/** A number in a text, also with a decimal comma; null without one. */
export function numberIn(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  const value = trimmed === '' ? NaN : Number(trimmed.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'));
  return Number.isFinite(value) ? value : null;
}

/** Descriptions may be HTML. */
function plain(text: string, length: number): string {
  const isHtml = /<\/?[a-z][^>]*>/i.test(text);
  const words = isHtml ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '') : text;
  return words.replaceAll('\u0000', '').slice(0, length).toWellFormed().trim();
}
