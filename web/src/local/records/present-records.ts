import { isAbsence, isRecord, type TaxonSummary } from '@veld/contract';
import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import { extractFact } from '../db/facts';
import type { LocalFact, LocalObservation } from '../db/rows';
import { reduceFacts, hasFacts } from './in-memory/stored-facts';
import { ownObservationsById } from './observations';
import { countOwnObservations } from './own-count';

/** A record of a present taxon, without ticks, reduced to what suggestions need, so that years of records fit in memory. */
export interface PresentRecord {
  id: string;
  taxon: TaxonSummary;
  observed_on: string | null;
  observed_time?: string | null | undefined;
  time_zone?: string | null | undefined;
  /** Null when unknown or too uncertain to count as "here". */
  latitude: number | null;
  longitude: number | null;
  saved_at: number;
}

/** A place with a larger uncertainty does not count as "here". */
const WIDE_M = 2000;

/** The user's records, the last saved first, up to a limit. */
export async function recentPresentRecords(database: UserDatabase, limit: number): Promise<PresentRecord[]> {
  const rows = await database.read(() =>
    database.observations
      .where('[deleted+saved_at]')
      .between([0, Dexie.minKey], [0, Dexie.maxKey])
      // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, not an array
      .reverse()
      .limit(limit)
      .toArray(),
  );
  return rows.flatMap((row) => extractFact(row) ?? []).flatMap(extractPresentRecord);
}

/**
 * The user's records saved at or after a time in milliseconds, the first saved first. Reads them at once, where the last of all are read
 * one by one.
 */
export async function presentRecordsSince(database: UserDatabase, savedAt: number): Promise<PresentRecord[]> {
  const rows = await database.read(() =>
    database.observations.where('[deleted+saved_at]').between([0, savedAt], [0, Dexie.maxKey]).toArray(),
  );
  return rows.flatMap((row) => extractFact(row) ?? []).flatMap(extractPresentRecord);
}

/** All records of the user, read in batches. */
export function allPresentRecords(database: UserDatabase): Promise<PresentRecord[]> {
  return reduceFacts(database, extractPresentRecord);
}

export function extractPresentRecord(fact: LocalFact): PresentRecord[] {
  if (fact.tick === 1 || !fact.taxon || isAbsence(fact)) return [];
  const isExact = fact.latitude !== null && fact.longitude !== null && (fact.coordinate_uncertainty_m ?? 0) <= WIDE_M;
  return [
    {
      id: fact.id,
      taxon: fact.taxon,
      observed_on: fact.observed_on,
      observed_time: fact.observed_time,
      time_zone: fact.time_zone,
      latitude: isExact ? fact.latitude : null,
      longitude: isExact ? fact.longitude : null,
      saved_at: fact.saved_at,
    },
  ];
}

/** The cache has summaries of the server, whose answers were checked. */
const isTaxon = (value: unknown): value is TaxonSummary =>
  isRecord(value) && typeof value.id === 'number' && typeof value.name === 'string';

/** How many values of the offline query cache are searched. */
const MAX_SEARCHED_VALUES = 200_000;

/**
 * Other people's records in the offline query cache. Only those with an open place: an obscured place must not reveal where a
 * sensitive species is.
 */
export async function cachedPresentRecords(database: UserDatabase): Promise<PresentRecord[]> {
  const row = await database.read(() => database.queries.get('cache'));
  const found = new Map<string, PresentRecord>();
  const waiting: unknown[] = [row?.value];
  for (let searched = 0; waiting.length > 0 && searched < MAX_SEARCHED_VALUES; searched++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const sighting = isRecord(value) ? publicSighting(value, database.userId) : null;
    if (sighting) found.set(sighting.id, sighting);
    for (const inside of Object.values(value)) if (typeof inside === 'object' && inside !== null) waiting.push(inside);
  }
  return [...found.values()];
}

function publicSighting(value: Readonly<Record<string, unknown>>, ownId: string): PresentRecord | null {
  const { id, taxon, user, latitude, longitude, coordinate_uncertainty_m: wide, observed_on } = value;
  if (value.is_obscured !== false || typeof id !== 'string' || typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  if (!isTaxon(taxon) || (isRecord(user) && user.id === ownId)) return null;
  if (typeof wide === 'number' && wide > WIDE_M) return null;
  if (isAbsence(value)) return null;
  return {
    id,
    taxon,
    observed_on: typeof observed_on === 'string' ? observed_on : null,
    latitude,
    longitude,
    saved_at: 0,
  };
}

/**
 * The user's records with the latest dates, the latest first, and the number of all. Null if fewer have a date, and until facts are stored.
 * Can be watched by a live query.
 */
export async function newestRecords(database: UserDatabase, count: number): Promise<{ records: LocalObservation[]; total: number } | null> {
  // Both begin before anything is awaited, so that live queries observe both.
  const newest = database.read(() =>
    database.facts
      .where('[tick+observed_on]')
      .between([0, Dexie.minKey], [0, Dexie.maxKey])
      // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, not an array
      .reverse()
      .limit(count)
      .primaryKeys(),
  );
  const [ids, isStored] = await Promise.all([newest, hasFacts(database)]);
  if (!isStored) return null;
  const records = await ownObservationsById(database, ids);
  return records.length < count ? null : { records, total: await countOwnObservations(database) };
}
