import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of so many entries that takes memory as it fills. With lru-cache's `max` each would take that of all entries at once:
 * 10 ms and more than a megabyte for 50,000.
 */
export function growingCache<K extends string, V extends {}>(
  entries: number,
  options: LRUCache.OptionsBase<K, V, unknown> = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ ...options, maxSize: entries, sizeCalculation: () => 1 });
}
