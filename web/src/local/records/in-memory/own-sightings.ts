import type { UserDatabase } from '../../db/database';
import { RowsInMemory } from './rows-in-memory';
import { type LocalSighting, sightingOf } from '../sightings';

const caches = new WeakMap<UserDatabase, RowsInMemory<LocalSighting>>();

/** The user's records, reduced to what suggestions need. */
export function ownSightings(database: UserDatabase): RowsInMemory<LocalSighting> {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new RowsInMemory(database, sightingOf)));
  return cache;
}
