import type { Context } from '../../http/context.ts';
import type { Cursor } from './cursor.ts';
import { findState } from './store.ts';

/** For how long a page is served without asking the database whether another server has changed the taxonomy. */
const TRUSTED_MS = 2_000;

/** Where the taxonomy stands, as this process knows it. */
export interface KnownState {
  /** At most two seconds old. */
  current(): Promise<Cursor>;
  /** Asked of the database now. */
  fresh(): Promise<Cursor>;
  /** This process has changed the taxonomy itself. */
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
      // A thousand devices that come at once ask the database once.
      reading ??= fresh().finally(() => (reading = null));
      return reading;
    },
    forget: () => void (known = null),
  };
}
