import type { CountValue, ObservationDraft, Preferences, TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { currentJourney } from './journeys/current';
import { saveObservation, saveTogether } from './observations';
import { pickDraft, type Observer } from './record-shape';
import { newId } from '../db/ids';
import { countEntry, entryTimes, NEAR_MS, runningTally, type Tally, type TallyDetails, withoutTaps } from './tally';
import { UNDO_MS } from './undo-save';

/** A record made from a tally. */
export interface TallyRecord extends CountValue {
  id: string;
  taxon: TaxonSummary;
  details: TallyDetails;
  /** When the first individual was counted. */
  at: number;
  place: Tally['places'][number];
  /** Ids of the taps and the number that it counts. */
  taps: string[];
}

export interface FinishedTally {
  saved: TallyRecord[];
  failed: { record: TallyRecord; error: unknown }[];
}

/** One record per row and place, or one per tap and typed number. */
export function listTallyRecords(tally: Tally): TallyRecord[] {
  return tally.entries.flatMap((entry): TallyRecord[] => {
    const { id, taxon, place: index, taps, typed, details = {} } = entry;
    const common = { taxon, details, place: tally.places[index] ?? null };
    const value = countEntry(entry);
    if (value === null) return [];
    if (!tally.is_each) {
      const ids = [...(typed ? [typed.id] : []), ...taps.map((tap) => tap.id)];
      return [{ id, ...value, ...common, at: Math.min(...entryTimes(entry)), taps: ids }];
    }
    const single = { count: 1, count_max: null, count_type: 'exact' } as const;
    return [
      ...(typed ? [{ id: typed.id, ...typed.value, ...common, at: typed.at, taps: [typed.id] }] : []),
      ...taps.map((tap) => ({ id: tap.id, ...single, ...common, at: tap.at, taps: [tap.id] })),
    ];
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

/** Records in one transaction: each waits for the disk, and makes every list on the page read again. */
const TOGETHER = 20;

/**
 * Saves the records of a tally; those that fail stay in the tally. Repeating it after a crash creates no duplicates, because the record
 * ids were created while counting.
 */
export async function finishTally(database: UserDatabase, facts: FinishFacts): Promise<FinishedTally> {
  const tally = await runningTally.read(database);
  const records = tally ? listTallyRecords(tally) : [];
  const finished: FinishedTally = { saved: [], failed: [] };
  // On a journey, a record may get its place from the track, which is read before its transaction.
  const together = (await currentJourney.read(database)) === null ? TOGETHER : 1;
  for (let from = 0; from < records.length; from += together) {
    const some = records.slice(from, from + together);
    const { saved, failed } = await saveSome(database, some, (record) => saveRecord(database, record, tally!, facts));
    finished.saved.push(...saved);
    finished.failed.push(...failed);
    facts.onProgress?.(from + some.length, records.length);
  }
  const done = new Set(finished.saved.flatMap(({ taps }) => taps));
  await runningTally.update(database, (now) => {
    if (!now) return null;
    const isSaved = (id: string) => finished.saved.some((record) => record.id === id);
    const entries = withoutTaps(now, done)
      .entries.filter((entry) => countEntry(entry) !== null)
      // What was counted while the rest was saved is another record.
      .map((entry) => (isSaved(entry.id) ? { ...entry, id: newId() } : entry));
    // The steps were about records that are saved now.
    return entries.length === 0 ? null : { ...now, entries, steps: [] };
  });
  return finished;
}

/** Saves records in one transaction, or one by one if one of them cannot be saved. */
async function saveSome(
  database: UserDatabase,
  records: readonly TallyRecord[],
  save: (record: TallyRecord) => Promise<void>,
): Promise<FinishedTally> {
  if (records.length > 1) {
    try {
      await saveTogether(database, async () => {
        for (const record of records) await save(record);
      });
      return { saved: [...records], failed: [] };
    } catch {
      // Which one it was shows below.
    }
  }
  const finished: FinishedTally = { saved: [], failed: [] };
  for (const record of records) {
    try {
      await save(record);
      finished.saved.push(record);
    } catch (error) {
      finished.failed.push({ record, error });
    }
  }
  return finished;
}

async function saveRecord(database: UserDatabase, record: TallyRecord, tally: Tally, facts: FinishFacts): Promise<void> {
  const { id, taxon, count, count_max, count_type, details, place } = record;
  const known = await database.read(() => database.observations.get(id));
  const isKnown = known?.count === count && (known.count_max ?? null) === count_max && known.count_type === count_type;
  // Saved before a crash. A record deleted since then stays deleted.
  if (known && (known.deleted === 1 || isKnown)) return;
  const zone = (place && facts.zoneOf(place.latitude, place.longitude)) ?? tally.time_zone;
  const { day, time } = facts.clock(record.at, zone);
  const draft: ObservationDraft = known
    ? { ...pickDraft(known), count, count_max, count_type }
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
        count_max,
        count_type,
        sex: details.sex ?? null,
        life_stage: details.life_stage ?? null,
        geoprivacy: facts.preferences.geoprivacy,
        license: facts.preferences.license,
        media: [],
        attributes: details.isFlyingOver ? { behaviour: 'flying_over' } : {},
      };
  const isNear = isAtCurrentPlace(tally, record) && record.at > Date.now() - NEAR_MS;
  const wait = facts.isMeasuring === true && isNear ? ({ place: 'awaited', undoMs: UNDO_MS } as const) : {};
  // If the tally found no position, the journey may have one.
  const madeAt = place === null && tally.source === 'gps' ? record.at : undefined;
  await saveObservation(database, draft, [], { id, user: facts.user, taxon, obscuresHome: true, madeAt, ...wait });
}

function isAtCurrentPlace({ entries, places }: Tally, { taps: [tapId] }: TallyRecord): boolean {
  return entries.some(
    ({ place, taps, typed }) => place === places.length - 1 && (typed?.id === tapId || taps.some(({ id }) => id === tapId)),
  );
}
