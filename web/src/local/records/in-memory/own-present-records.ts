import type { UserDatabase } from '../../db/database';
import { FactsInMemory } from './facts-in-memory';
import { type PresentRecord, extractPresentRecord } from '../present-records';

const caches = new WeakMap<UserDatabase, FactsInMemory<PresentRecord>>();

/** The user's records, reduced to what suggestions need. */
export function ownPresentRecords(database: UserDatabase): FactsInMemory<PresentRecord> {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new FactsInMemory(database, extractPresentRecord)));
  return cache;
}
