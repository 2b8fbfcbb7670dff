/** Values of the newest version of the taxonomy, in memory. */
export interface VersionCache<T> {
  /** The value under a key of a version, made when it is not there; callers at the same time share the making. */
  get(version: string, key: string, make: () => Promise<T | null>): Promise<T | null>;
}

/** Keeps the values of one version, up to so much in all by `sizeOf`; what was not asked for longest goes first. */
export function versionCache<T>(most: number, sizeOf: (value: T) => number): VersionCache<T> {
  const kept = new Map<string, T>();
  const making = new Map<string, Promise<T | null>>();
  let of = '';
  let size = 0;

  function keep(version: string, key: string, value: T): void {
    if (version !== of || kept.has(key)) return;
    kept.set(key, value);
    size += sizeOf(value);
    for (const [oldest, old] of kept) {
      if (size <= most) break;
      kept.delete(oldest);
      size -= sizeOf(old);
    }
  }

  return {
    async get(version, key, make) {
      if (version !== of) {
        kept.clear();
        size = 0;
        of = version;
      }
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const whole = `${version} ${key}`;
      const before = making.get(whole);
      if (before) return before;
      const made = make().finally(() => making.delete(whole));
      making.set(whole, made);
      const value = await made;
      if (value !== null) keep(version, key, value);
      return value;
    },
  };
}
