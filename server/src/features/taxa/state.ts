import type { Context } from '../../http/context.ts';
import { type Cursor, writeCursor } from './cursor.ts';
import { findState } from './store.ts';
import type { Db, Tx } from '../../db/open.ts';

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

/** Attempts to build a response before giving up if the taxonomy changes each time. */
const MAX_ATTEMPTS = 5;

/** Calls `read` in a snapshot of the given version; null if the taxonomy has another version. */
export function readAt<T>(db: Db, version: Cursor, read: (tx: Tx) => Promise<T>): Promise<T | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => (writeCursor(await findState(tx)) === writeCursor(version) ? read(tx) : null));
}

/** Builds a response for the current version, and retries if the version changes in the meantime. */
export async function withCurrent<T>(state: CachedState, start: Cursor, make: (current: Cursor) => Promise<T | null>): Promise<T> {
  let current = start;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const made = await make(current);
    if (made !== null) return made;
    current = await state.fresh();
  }
  throw new Error('The taxonomy changed during each attempt');
}
