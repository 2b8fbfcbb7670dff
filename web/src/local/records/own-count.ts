import { isTick, isAboveSpecies, isAbsence } from '@veld/contract';
import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { LocalFact, LocalObservation } from '../db/rows';
import { ownFacts } from './in-memory/facts-in-memory';
import { hasFacts } from './in-memory/stored-facts';
import { latestFirst } from './lists/latest-first';

/**
 * The number of the user's records: the length of `withoutTicks(ownObservations())`, from keys alone once facts are stored. Can be
 * watched by a live query.
 */
export async function countOwnObservations(database: UserDatabase): Promise<number> {
  if (await hasFactsWatched(database)) return database.read(() => storedOwn(database).count());
  return (await derivedOwn(database)).length;
}

/** Ids of the user's records in the order of lists, without ticks and unreadable rows (docs/faults.md C28). */
export async function ownRecordIds(database: UserDatabase): Promise<string[]> {
  await hasFactsWatched(database);
  return latestFirst(await derivedOwn(database)).map(({ id }) => id);
}

/**
 * Whether facts are stored, for live queries, which observe what begins before anything is awaited: whether facts are stored, and
 * the records. Those that observed facts themselves would run again after each batch of the derivation.
 */
async function hasFactsWatched(database: UserDatabase): Promise<boolean> {
  const [isStored] = await Promise.all([
    hasFacts(database),
    database.read(() => database.observations.toCollection().limit(1).primaryKeys()),
  ]);
  return isStored;
}

/** The first saved first. */
const storedOwn = ({ facts }: UserDatabase) => facts.where('[tick+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]);

/** From the records themselves. Later calls only read those that changed. */
async function derivedOwn(database: UserDatabase): Promise<LocalFact[]> {
  const facts = ownFacts(database);
  await facts.ready();
  return facts.current().filter(({ tick }) => tick === 0);
}

/** Records without those that are only ticks, which count as species seen. */
export function withoutTicks(records: readonly LocalObservation[]): LocalObservation[] {
  return records.filter((record) => !isTick(record));
}

/** The id of the species a record counts for. Null without a taxon, for an absence, and for a higher taxon ("an oak"). */
export function foundSpeciesId(record: Pick<LocalObservation, 'taxon_id' | 'taxon' | 'count' | 'count_max'>): number | null {
  if (record.taxon_id == null || isAbsence(record) || isAboveSpecies(record.taxon?.rank ?? '')) return null;
  return record.taxon_id;
}
