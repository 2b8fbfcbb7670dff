import { LRUCache } from 'lru-cache';

/** More than there are countries. */
const MAX_KEYS = 500;

/**
 * Counts that take long because they read a whole table: each is counted again only after `maxAge` seconds, and once for all who ask
 * at the same time. With 0 it is counted for each call.
 */
export function counted<T extends object>(maxAge: number, count: (key: string) => Promise<T>): (key: string) => Promise<T> {
  if (maxAge === 0) return count;
  const cache = new LRUCache<string, T>({ max: MAX_KEYS, ttl: maxAge * 1000, fetchMethod: count });
  return async (key) => (await cache.fetch(key))!;
}
