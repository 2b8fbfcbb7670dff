import type { JourneyContent, TrackPoint } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import type { LocalJourney } from '../../../local/db/rows';
import { addJourney, NO_EFFORT, ownJourney } from '../../../local/records/journeys/journeys';

/** 9 May 2026, 10:00 in Amsterdam. */
export const START = Date.UTC(2026, 4, 9, 8);

export const journeyContent = (change: Partial<JourneyContent> = {}): JourneyContent => ({
  name: 'Dune walk',
  protocol: 'travelling',
  target_groups: [],
  target_taxon_ids: [],
  complete_groups: [],
  companions: [],
  planned_duration_s: null,
  started_at: new Date(START).toISOString(),
  ended_at: new Date(START + 3_600_000).toISOString(),
  time_zone: 'Europe/Amsterdam',
  location_id: null,
  effort: NO_EFFORT,
  sharing: 'none',
  notes: '',
  trim: null,
  ...change,
});

/** A walk of a point per minute, about 111 m apart. */
export function walkedTrack(minutes: number): TrackPoint[] {
  return Array.from({ length: minutes + 1 }, (_, at) => ({
    seq: at,
    segment: 0,
    t: START + at * 60_000,
    latitude: 52 + at / 1000,
    longitude: 5.1,
    elevation_m: null,
    accuracy_m: 5,
    speed_mps: null,
    source: 'gps',
  }));
}

/** Stores a journey with its points on the device. */
export async function storedJourney(
  database: UserDatabase,
  change: Partial<JourneyContent> = {},
  points: TrackPoint[] = [],
): Promise<LocalJourney> {
  const id = newId();
  await addJourney(database, id, journeyContent(change), points, START);
  return (await ownJourney(database, id))!;
}
