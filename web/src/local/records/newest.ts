import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { LocalObservation } from '../db/rows';
import { hasFacts } from './in-memory/stored-facts';
import { ownObservationsById } from './observations';
import { countOwnObservations } from './own-count';

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
