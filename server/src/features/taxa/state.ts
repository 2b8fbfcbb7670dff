import type { Context } from '../../http/context.ts';
import type { Cursor } from './cursor.ts';
import { findState } from './store.ts';

/** How long a response is served without asking the database whether another server has changed the taxonomy. */
const TRUSTED_MS = 2_000;

/** The version of the taxonomy, as this process knows it. */
export interface KnownState {
  /** At most two seconds old. */
  current(): Promise<Cursor>;
  /** Read from the database. */
  fresh(): Promise<Cursor>;
  /** Called when this process has changed the taxonomy. */
  forget(): void;
}

export function knownState(context: Context): KnownState {
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
      if (known && Math.abs(context.now().getTime() - readAt) < TRUSTED_MS) return known;
      // Concurrent requests share one query.
      reading ??= fresh().finally(() => (reading = null));
      return reading;
    },
    forget: () => void (known = null),
  };
}
