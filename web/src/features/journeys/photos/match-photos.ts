import { resolveInstant, type TrackPoint } from '@veld/contract';
import type { PhotoFacts } from '../../../local/db/rows';
import { placeAt, type TrackPlace } from '../../../local/records/journeys/place-at';
import { wallClock } from '../../../shared/geo/time-zone';

/** A photo this long after or before a part of the track still has the place of its end. */
export const GAP_LIMIT_MS = 120_000;

/** What a camera wrote into a photo. */
export type CameraTime = Pick<PhotoFacts, 'taken_on' | 'taken_time' | 'taken_second' | 'taken_at'>;

/** `no_time`: the camera wrote none. `before`, `after`: not during the track. `gap`: while it was not recorded. */
export type MatchFault = 'no_time' | 'before' | 'after' | 'gap';

export type PhotoMatch = { at: number; place: TrackPlace } | { at: number | null; fault: MatchFault };

/** When a photo was taken by a camera whose clock shows the time of `zone`, in milliseconds since 1970; null if it is unknown. */
export function cameraInstant({ taken_on, taken_time, taken_second, taken_at }: CameraTime, zone: string): number | null {
  if (taken_at !== undefined) return Date.parse(taken_at);
  if (taken_on === null || taken_time === null) return null;
  return resolveInstant(taken_on, taken_time, zone).getTime() + (taken_second ?? 0) * 1000;
}

/** Where a photo was taken. `offset`: what the clock of the camera is behind the true time, in milliseconds. */
export function matchPhoto(
  photo: CameraTime,
  pieces: readonly (readonly TrackPoint[])[],
  { zone, offset }: { zone: string; offset: number },
): PhotoMatch {
  const shown = cameraInstant(photo, zone);
  if (shown === null) return { at: null, fault: 'no_time' };
  const at = shown + offset;
  const place = placeAt(pieces, at, GAP_LIMIT_MS);
  if (place) return { at, place };
  const times = pieces.flatMap((piece) => piece.flatMap(({ t }) => t ?? []));
  const [first, last] = [times[0] ?? Infinity, times.at(-1) ?? -Infinity];
  return { at, fault: at < first ? 'before' : at > last ? 'after' : 'gap' };
}

const HALF_DAY_MS = 43_200_000;

/**
 * What the clock of a camera is behind the true time, from a photo of a clock: `typed` is what the clock in the picture shows, HH:MM or
 * HH:MM:SS. At most half a day, because a clock has no date. Null for text that is no time.
 */
export function offsetFromClock({ taken_time, taken_second }: CameraTime, typed: string): number | null {
  const shown = taken_time === null ? null : secondsOf(`${taken_time}:${String(taken_second ?? 0).padStart(2, '0')}`);
  const isTrue = secondsOf(typed);
  if (shown === null || isTrue === null) return null;
  const apart = (isTrue - shown) * 1000;
  if (apart > HALF_DAY_MS) return apart - 2 * HALF_DAY_MS;
  return apart <= -HALF_DAY_MS ? apart + 2 * HALF_DAY_MS : apart;
}

function secondsOf(time: string): number | null {
  const [, hours, minutes, seconds = '0'] = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?$/.exec(time.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** What the camera wrote, with the place and time of the track instead of its own. */
export function matchedFacts(
  facts: PhotoFacts,
  match: Extract<PhotoMatch, { place: unknown }>,
  journey: { id: string; time_zone: string },
): PhotoFacts {
  const { latitude, longitude, uncertainty_m } = match.place;
  const { day, time } = wallClock(journey.time_zone, new Date(match.at));
  return {
    ...facts,
    latitude,
    longitude,
    coordinate_uncertainty_m: uncertainty_m,
    taken_on: day,
    taken_time: time,
    taken_second: Math.floor(match.at / 1000) % 60,
    taken_at: new Date(match.at).toISOString(),
    journey_id: journey.id,
  };
}
