import type { Context } from '../../http/context.ts';
import type { Cursor } from './cursor.ts';
import { findState } from './store.ts';

/** How long the version is cached. Another server may change it in the meantime. */
const CACHE_MS = 2_000;

/** The version of the taxonomy, cached in memory. */
export interface CachedState {
  /** The version, at most two seconds old. */
  current(): Promise<Cursor>;
  /** The version in the database. */
  fresh(): Promise<Cursor>;
  /** Must be called after this process has changed the taxonomy. */
  invalidate(): void;
}

export function cachedState(context: Context): CachedState {
  let known: Cursor | null = null;
  let readAt = 0;
  let reading: Promise<Cursor> | null = null;
  const fresh = async () => {
    const cursor = await findState(context.db);
    known = cursor;
    readAt = context.now().getTime();
    return cursor;
  };
  return {
    fresh,
    async current() {
      if (known && Math.abs(context.now().getTime() - readAt) < CACHE_MS) return known;
      // Concurrent requests share one query.
      reading ??= fresh().finally(() => (reading = null));
      return reading;
    },
    invalidate: () => void (known = null),
  };
}
