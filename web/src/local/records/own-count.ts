import { isTick } from '@veld/contract';
import { type Collection, Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { LocalObservation } from '../db/rows';
import { factsReady } from './in-memory/stored-facts';

/** The number of the user's records: the length of `withoutTicks(ownObservations())`, from keys alone. */
export function countOwnObservations(database: UserDatabase): Promise<number> {
  return readOwn(database, (own) => own.count());
}

/** Ids of the user's records, the last saved first, without ticks and unreadable rows (docs/faults.md C28). */
export async function ownRecordIds(database: UserDatabase): Promise<string[]> {
  return (await readOwn(database, (own) => own.primaryKeys())).toReversed();
}

/** Reads from the user's records, the first saved first. */
async function readOwn<T>(database: UserDatabase, read: (own: Collection<unknown, string>) => PromiseLike<T>): Promise<T> {
  const hasFacts = await factsReady(database);
  const all = [
    [0, Dexie.minKey],
    [0, Dexie.maxKey],
  ] as const;
  return database.read(() =>
    // Without room for facts, the ticks and damaged rows are among them.
    read(
      hasFacts
        ? database.facts.where('[tick+saved_at]').between(...all)
        : database.observations.where('[deleted+saved_at]').between(...all),
    ),
  );
}

/** Records without those that are only ticks, which count as species seen. */
export function withoutTicks(records: readonly LocalObservation[]): LocalObservation[] {
  return records.filter((record) => !isTick(record));
}
