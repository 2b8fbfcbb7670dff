import type { Db, Tx } from '../../db/open.ts';
import { type Cursor, writeCursor } from './cursor.ts';
import type { CachedState } from './state.ts';
import { findState } from './store.ts';

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
