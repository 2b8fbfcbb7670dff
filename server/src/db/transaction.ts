import type { Db, Tx } from './open.ts';
import { isPreparedLost } from './prepared.ts';

const MAX_ATTEMPTS = 6;

/** What to do when a transaction has ended. */
const endings = new WeakMap<Db, ((db: Db) => void)[]>();

/**
 * Runs `work` in a transaction and retries it after a serialization failure or deadlock (docs/faults.md S6), and when the connection
 * has lost a prepared statement. `work` must have no effects outside the transaction.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const atEnd: ((db: Db) => void)[] = [];
    try {
      return await db.transaction().execute((tx) => {
        endings.set(tx, atEnd);
        return work(tx);
      });
    } catch (error) {
      const code = (error as { code?: string }).code;
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
