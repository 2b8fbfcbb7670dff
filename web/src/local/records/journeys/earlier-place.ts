import { dayRange, resolveInstant, type ObservationDraft, trackPieces } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { type CurrentJourney, isOnJourney, localZone, MAX_AGE_MS, MINUTE_MS } from './current';
import { placeAt, type TrackPlace } from './place-at';
import { readTrack } from './point-log';

/** A record that was made so long before it was saved was made where the device is. */
const JUST_NOW_MS = 2 * MINUTE_MS;

/**
 * Where the track of the journey was when a record was made, if that was not just now; undefined for one that was. Null where the track
 * has nothing near in time. `madeAt`: the moment, if it is known more exactly than the time of the record.
 */
export async function earlierPlace(
  database: UserDatabase,
  journey: CurrentJourney,
  draft: ObservationDraft,
  { now, madeAt }: { now: number; madeAt?: number | undefined },
): Promise<TrackPlace | null | undefined> {
  const at = madeAt ?? momentOf(draft);
  if (at === null || Math.abs(now - at) <= JUST_NOW_MS || draft.latitude != null) return undefined;
  if (!isOnJourney(journey, draft, now)) return undefined;
  return placeAt(trackPieces(await readTrack(database, journey.id)), at, MAX_AGE_MS);
}

/** The middle of the minute in which a record was made; null without a time. */
function momentOf({ observed_on, observed_time, time_zone }: ObservationDraft): number | null {
  const days = observed_on && observed_time ? dayRange(observed_on) : null;
  if (!days || days.from !== days.to) return null;
  return resolveInstant(days.from, observed_time!, time_zone ?? localZone()).getTime() + MINUTE_MS / 2;
}
