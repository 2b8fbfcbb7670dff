import { LRUCache } from 'lru-cache';

/** A cache of values of the newest version of the taxonomy, in memory. */
export interface VersionCache<T> {
  /** The cached value of a key, or the result of `make`. Concurrent callers share one call of `make`. Null is not cached. */
  get(version: string, key: string, make: () => Promise<T | null>): Promise<T | null>;
}

/** An LRU cache for one version, limited to `maxSize` in the unit of `parseSize`. A new version clears it. */
export function versionCache<T extends object>(maxSize: number, sizeOf: (value: T) => number): VersionCache<T> {
  const cache = new LRUCache<string, T>({ maxSize, sizeCalculation: sizeOf });
  const pending = new Map<string, Promise<T | null>>();
  let newest = '';

  async function load(version: string, key: string, make: () => Promise<T | null>): Promise<T | null> {
    const value = await make();
    if (value !== null && version === newest) cache.set(key, value);
    return value;
  }

  return {
    async get(version, key, make) {
      if (version !== newest) {
        cache.clear();
        newest = version;
      }
      const found = cache.get(key);
      if (found !== undefined) return found;
      const id = `${version} ${key}`;
      const loading = pending.get(id) ?? load(version, key, make).finally(() => pending.delete(id));
      pending.set(id, loading);
      return loading;
    },
  };
}
