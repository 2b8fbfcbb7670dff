import type { ObservationDraft, Preferences, TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { saveObservation } from './observations';
import { pickDraft, type Observer } from './record-shape';
import { NEAR_MS, runningTally, type Tally, withoutTaps } from './tally';
import { UNDO_MS } from './undo-save';

/** A record made from a tally. */
export interface TallyRecord {
  id: string;
  taxon: TaxonSummary;
  count: number;
  /** Time of the first tap. */
  at: number;
  place: Tally['places'][number];
  /** Ids of the taps it counts. */
  taps: string[];
}

export interface FinishedTally {
  saved: TallyRecord[];
  failed: { record: TallyRecord; error: unknown }[];
}

/** One record per taxon and place, or one per tap. */
export function listTallyRecords(tally: Tally): TallyRecord[] {
  return tally.entries.flatMap(({ id, taxon, place: index, taps }): TallyRecord[] => {
    const place = tally.places[index] ?? null;
    if (tally.is_each) return taps.map((tap) => ({ id: tap.id, taxon, count: 1, at: tap.at, place, taps: [tap.id] }));
    const [first] = taps;
    return first ? [{ id, taxon, count: taps.length, at: first.at, place, taps: taps.map((tap) => tap.id) }] : [];
  });
}

export interface FinishFacts {
  user: Observer;
  preferences: Pick<Preferences, 'geoprivacy' | 'license'>;
  /** The time zone of a place; null if unknown. */
  zoneOf: (latitude: number, longitude: number) => string | null;
  /** Local time in a time zone: YYYY-MM-DD and HH:MM. */
  clock: (at: number, zone: string | null) => { day: string; time: string };
  /** The device is still looking for its location, which becomes the place of records that were counted here without one. */
  isMeasuring?: boolean;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Saves the records of a tally one by one; those that fail stay in the tally. Repeating it after a crash creates no duplicates,
 * because the record ids were created while counting.
 */
export async function finishTally(database: UserDatabase, facts: FinishFacts): Promise<FinishedTally> {
  const tally = await runningTally.read(database);
  const records = tally ? listTallyRecords(tally) : [];
  const finished: FinishedTally = { saved: [], failed: [] };
  for (const record of records) {
    try {
      await saveRecord(database, record, tally!, facts);
      finished.saved.push(record);
    } catch (error) {
      finished.failed.push({ record, error });
    }
    facts.onProgress?.(finished.saved.length + finished.failed.length, records.length);
  }
  const done = new Set(finished.saved.flatMap(({ taps }) => taps));
  await runningTally.update(database, (now) => {
    if (!now) return null;
    const rest = withoutTaps(now, done);
    const entries = rest.entries.filter(({ taps }) => taps.length > 0);
    return entries.length === 0 ? null : { ...rest, entries };
  });
  return finished;
}

async function saveRecord(database: UserDatabase, record: TallyRecord, tally: Tally, facts: FinishFacts): Promise<void> {
  const { id, taxon, count, place } = record;
  const known = await database.read(() => database.observations.get(id));
  // Saved before a crash. A record deleted since then stays deleted.
  if (known && (known.deleted === 1 || known.count === count)) return;
  const zone = (place && facts.zoneOf(place.latitude, place.longitude)) ?? tally.time_zone;
  const { day, time } = facts.clock(record.at, zone);
  const draft: ObservationDraft = known
    ? { ...pickDraft(known), count, count_max: null, count_type: 'exact' }
    : {
        taxon_id: taxon.id,
        observed_on: day,
        observed_time: time,
        time_zone: zone,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        coordinate_uncertainty_m: place?.coordinate_uncertainty_m ?? null,
        location_source: place?.location_source ?? null,
        count,
        count_type: 'exact',
        geoprivacy: facts.preferences.geoprivacy,
        license: facts.preferences.license,
        media: [],
        attributes: {},
      };
  const isNear = isAtCurrentPlace(tally, record) && record.at > Date.now() - NEAR_MS;
  const wait = facts.isMeasuring === true && isNear ? ({ place: 'awaited', undoMs: UNDO_MS } as const) : {};
  // If the tally found no position, the journey may have one.
  const madeAt = place === null && tally.source === 'gps' ? record.at : undefined;
  await saveObservation(database, draft, [], { id, user: facts.user, taxon, obscuresHome: true, madeAt, ...wait });
}

function isAtCurrentPlace({ entries, places }: Tally, { taps: [tapId] }: TallyRecord): boolean {
  return entries.some(({ place, taps }) => place === places.length - 1 && taps.some(({ id }) => id === tapId));
}
