import type { UserDatabase } from '../../db/database';
import type { LocalFact } from '../../db/rows';
import { FactsInMemory } from './facts-in-memory';

const caches = new WeakMap<UserDatabase, FactsInMemory<LocalFact>>();

/** The facts of the user's records, shared by the screens of a page. */
export function ownFacts(database: UserDatabase): FactsInMemory<LocalFact> {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new FactsInMemory(database, (fact) => [fact])));
  return cache;
}
