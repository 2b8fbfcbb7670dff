import type { Db, Tx } from './open.ts';

const MAX_ATTEMPTS = 6;

/**
 * Runs `work` in a transaction and retries it after a serialization failure or deadlock (docs/faults.md S6). `work` must have no
 * effects outside the transaction.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt === MAX_ATTEMPTS || (code !== '40001' && code !== '40P01')) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt));
    }
  }
}
