import type { UserDatabase } from '../../db/database';
import { FactsInMemory } from './facts-in-memory';
import { type LocalSighting, extractSighting } from '../sightings';

const caches = new WeakMap<UserDatabase, FactsInMemory<LocalSighting>>();

/** The user's records, reduced to what suggestions need. */
export function ownSightings(database: UserDatabase): FactsInMemory<LocalSighting> {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new FactsInMemory(database, extractSighting)));
  return cache;
}
