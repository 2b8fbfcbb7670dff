import { dayRange, resolveInstant, type ObservationDraft } from '@veld/contract';
import { z } from 'zod/mini';
import { deviceSetting } from '../../device/device-setting';
import { WALK_MPS } from '../../device/walking-speed';
import { placeOfFix } from '../../device/place-of-fix';
import type { TrackPlace } from './place-at';

const point = z.object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number(), at: z.number() });
const schema = z.object({
  id: z.string(),
  /** In milliseconds since 1970. */
  started_at: z.number(),
  ended_at: z.catch(z.nullable(z.number()), null),
  /** The last point of its track. */
  point: z.catch(z.nullable(point), null),
});

/** The journey that runs on this device, or the last one that did. */
export type CurrentJourney = z.infer<typeof schema>;

/** Null before the first journey. Small, because every save of a record reads it. */
export const currentJourney = deviceSetting('current_journey', z.catch(z.nullable(schema), null));

/** An observed time has no seconds. */
export const MINUTE_MS = 60_000;
/** An older point is not the place of a record. */
export const MAX_AGE_MS = 5 * MINUTE_MS;

/** Whether a new record was made on the journey: by its own date and time, or if it has no time, while the journey runs. */
export function isOnJourney(journey: CurrentJourney, draft: ObservationDraft, now: number): boolean {
  const days = draft.observed_on ? dayRange(draft.observed_on) : null;
  if (!days) return false;
  const ended = journey.ended_at ?? now;
  if (draft.observed_time && days.from === days.to) {
    const at = resolveInstant(days.from, draft.observed_time, draft.time_zone ?? localZone()).getTime();
    return at > journey.started_at - MINUTE_MS && at <= ended + MINUTE_MS;
  }
  if (journey.ended_at !== null) return false;
  const today = new Intl.DateTimeFormat('en-CA').format(now);
  return days.from === today && days.to === today;
}

export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface SavedOnJourney {
  now: number;
  /** Whether the device wanted to know the place. */
  wantsPlace: boolean;
  /** The place on the track at the time of the record, where it was made earlier (`earlierPlace`). */
  earlier?: TrackPlace | null;
}

/**
 * The draft of a new record as part of the journey. Without a place, it gets that of the track at its time, if the device wanted to know
 * its place and had no better fix: the last point while it is new, else `earlier`.
 */
export function onJourney(
  journey: CurrentJourney,
  draft: ObservationDraft,
  { now, wantsPlace, earlier }: SavedOnJourney,
): ObservationDraft {
  if (draft.journey_id || !isOnJourney(journey, draft, now)) return draft;
  const attached = { ...draft, journey_id: journey.id };
  if (!wantsPlace || draft.latitude != null) return attached;
  const place = earlier === undefined ? lastPlace(journey, now) : earlier && placeOfTrack(earlier);
  return place ? { ...attached, ...place, location_source: 'track' } : attached;
}

function lastPlace({ point: last }: CurrentJourney, now: number) {
  if (!last) return null;
  const age = Math.abs(now - last.at);
  return age > MAX_AGE_MS ? null : placeOfFix(last, (age / 1000) * WALK_MPS);
}

const placeOfTrack = ({ latitude, longitude, uncertainty_m }: TrackPlace) => placeOfFix({ latitude, longitude, accuracy_m: uncertainty_m });
