import type { PhotoFacts } from '../../../local/db/rows';
import { wallClock } from '../../../shared/geo/time-zone';
import type { PhotoMatch } from './match-photos';

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
