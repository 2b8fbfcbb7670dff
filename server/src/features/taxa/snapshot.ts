import type { Db, Tx } from '../../db/open.ts';
import { type Cursor, writeCursor } from './cursor.ts';
import type { KnownState } from './state.ts';
import { findState } from './store.ts';

/** Attempts to build a response while the taxonomy keeps changing. */
const TRIES = 5;

/** Reads in one snapshot if that has the version; null where the taxonomy has another one by now. */
export function readAt<T>(db: Db, version: Cursor, read: (tx: Tx) => Promise<T>): Promise<T | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => (writeCursor(await findState(tx)) === writeCursor(version) ? read(tx) : null));
}

/** Builds a response for the current version, and retries when that changes meanwhile. */
export async function ofCurrent<T>(state: KnownState, start: Cursor, make: (current: Cursor) => Promise<T | null>): Promise<T> {
  let current = start;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const made = await make(current);
    if (made !== null) return made;
    current = await state.fresh();
  }
  throw new Error('The taxonomy changes all the time');
}
