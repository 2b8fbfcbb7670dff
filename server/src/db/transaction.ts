import type { Db, Tx } from './open.ts';
import { NoSlot, Slots } from '../slots.ts';
import { isPreparedLost } from './prepared.ts';
import { readErrorCode } from '../thrown.ts';

const MAX_ATTEMPTS = 6;

/** How many transactions may wait for their turn. */
const MAX_WAITING = 1000;
const slotsOf = new WeakMap<Db, Slots>();

/** No transaction could start in time, because as many as may run at the same time took too long. */
class TooManyTransactions extends Error {
  /** The SQLSTATE of PostgreSQL for too many connections. */
  readonly code = '53300';
}

/** Limits the transactions of a pool that run at the same time, so that connections are left for reading. */
export function limitTransactions(db: Db, { atOnce, maxWaitMs }: { atOnce: number; maxWaitMs: number }): void {
  slotsOf.set(db, new Slots({ atOnce, maxWaitMs, maxWaiting: MAX_WAITING }));
}

/** What to do when a transaction has ended. */
const endings = new WeakMap<Db, ((db: Db) => void)[]>();

/**
 * Runs `work` in a transaction and retries it after a serialization failure or deadlock (docs/faults.md S6), and when the connection
 * has lost a prepared statement. `work` must have no effects outside the transaction, and start no other one: it waits for its turn where the
 * pool has a limit (`limitTransactions`).
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const slots = slotsOf.get(db);
  if (!slots) return retried(db, work);
  try {
    return await slots.run(() => retried(db, work));
  } catch (error) {
    throw error instanceof NoSlot ? new TooManyTransactions('Too many transactions at once', { cause: error }) : error;
  }
}

async function retried<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const atEnd: ((db: Db) => void)[] = [];
    try {
      return await db.transaction().execute((tx) => {
        endings.set(tx, atEnd);
        return work(tx);
      });
    } catch (error) {
      const code = readErrorCode(error);
      const isTransient = code === '40001' || code === '40P01' || isPreparedLost(error);
      if (attempt === MAX_ATTEMPTS || !isTransient) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt));
    } finally {
      for (const act of atEnd) act(db);
    }
  }
}

/**
 * Calls `act` with the connection pool once others can see what was written: now, or when the transaction has ended. Also after a
 * rollback, because a commit whose answer is lost looks like one.
 */
export function onceVisible(on: Db | Tx, act: (db: Db) => void): void {
  if (!on.isTransaction) return act(on);
  const atEnd = endings.get(on);
  if (!atEnd) throw new Error('This transaction was not started by inTransaction.');
  atEnd.push(act);
}
