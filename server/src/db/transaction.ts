import type { Db, Tx } from './open.ts';

const TRIES = 6;

/**
 * Runs `work` in a transaction, and again where PostgreSQL asks for it (serialization failure, deadlock), so that callers see
 * neither (docs/faults.md S6). `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt === TRIES || (code !== '40001' && code !== '40P01')) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt));
    }
  }
}
