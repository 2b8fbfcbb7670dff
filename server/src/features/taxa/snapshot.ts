import type { Db, Tx } from '../../db/open.ts';
import { type Cursor, writeCursor } from './cursor.ts';
import type { KnownState } from './state.ts';
import { findState } from './store.ts';

/** How often an answer is made anew because the taxonomy changed while it was made. */
const TRIES = 5;

/** Reads in one snapshot, and only where that is of the version; null where the taxonomy stands elsewhere by now. */
export function readAt<T>(db: Db, version: Cursor, read: (tx: Tx) => Promise<T>): Promise<T | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => (writeCursor(await findState(tx)) === writeCursor(version) ? read(tx) : null));
}

/** Makes an answer of the version that is current, however often that moves meanwhile. */
export async function ofCurrent<T>(state: KnownState, start: Cursor, make: (current: Cursor) => Promise<T | null>): Promise<T> {
  let current = start;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const made = await make(current);
    if (made !== null) return made;
    current = await state.fresh();
  }
  throw new Error('The taxonomy changes all the time');
}
