import { isTick } from '@veld/contract';
import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { LocalFact, LocalObservation } from '../db/rows';
import { ownFacts } from './in-memory/own-facts';
import { hasFacts } from './in-memory/stored-facts';

/**
 * The number of the user's records: the length of `withoutTicks(ownObservations())`, from keys alone once facts are stored. Can be
 * watched by a live query.
 */
export async function countOwnObservations(database: UserDatabase): Promise<number> {
  // Both begin before anything is awaited, so that live queries observe both.
  const [count, isStored] = await Promise.all([database.read(() => storedOwn(database).count()), hasFacts(database)]);
  return isStored ? count : (await derivedOwn(database)).length;
}

/** Ids of the user's records, the last saved first, without ticks and unreadable rows (docs/faults.md C28). */
export async function ownRecordIds(database: UserDatabase): Promise<string[]> {
  const [ids, isStored] = await Promise.all([database.read(() => storedOwn(database).primaryKeys()), hasFacts(database)]);
  if (isStored) return ids.toReversed();
  return (await derivedOwn(database)).toSorted((one, other) => other.saved_at - one.saved_at).map(({ id }) => id);
}

/** The first saved first. */
const storedOwn = ({ facts }: UserDatabase) => facts.where('[tick+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]);

/** From the records themselves, of which later calls read again only those that were changed. */
async function derivedOwn(database: UserDatabase): Promise<LocalFact[]> {
  const facts = ownFacts(database);
  await facts.ready();
  return facts.current().filter(({ tick }) => tick === 0);
}

/** Records without those that are only ticks, which count as species seen. */
export function withoutTicks(records: readonly LocalObservation[]): LocalObservation[] {
  return records.filter((record) => !isTick(record));
}
