import type { Bytes } from './bytes.ts';

/** Answers kept in memory. */
export interface Kept {
  /** The answer under a key of a version, made when it is not there; callers at the same time share the making. */
  get(version: string, key: string, make: () => Promise<Bytes | null>): Promise<Bytes | null>;
}

/** Keeps the answers of one version, up to so many bytes; what was not asked for longest goes first. */
export function keepAnswers(maxBytes = 64 * 1024 * 1024): Kept {
  const kept = new Map<string, Bytes>();
  const making = new Map<string, Promise<Bytes | null>>();
  let of = '';
  let size = 0;
  const sizeOf = (bytes: Bytes) => bytes.br.length + bytes.gzip.length;

  function keep(version: string, key: string, bytes: Bytes): void {
    if (version !== of || kept.has(key)) return;
    kept.set(key, bytes);
    size += sizeOf(bytes);
    for (const [oldest, old] of kept) {
      if (size <= maxBytes) break;
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
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const whole = `${version} ${key}`;
      const before = making.get(whole);
      if (before) return before;
      const made = make().finally(() => making.delete(whole));
      making.set(whole, made);
      const bytes = await made;
      if (bytes) keep(version, key, bytes);
      return bytes;
    },
  };
}
