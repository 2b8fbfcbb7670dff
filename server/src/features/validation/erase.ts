import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { lockWrites } from '../observations/ledger.ts';
import { setValidation } from '../observations/validation.ts';

/**
 * Erases what a person said and asked about the records of others. Decisions stand without a name: what validators said of a record is
 * of its observer, too. Idempotent: a repeated run finds what is left.
 */
export async function eraseWords({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await sql`update validations set user_id = null, reason = '' where user_id = ${userId}`.execute(db);
  // An observer is not asked any more by somebody who is gone.
  const { rows } = await sql<{ id: string; user_id: string }>`
    select o.id, o.user_id from observations o where o.validation = 'asked' and o.deleted_at is null and exists (
      select 1 from record_questions q where q.observation_id = o.id and q.user_id = ${userId} and q.is_validators
    )
  `.execute(db);
  for (const [owner, records] of Map.groupBy(rows, (row) => row.user_id)) {
    const ids = records.map(({ id }) => id);
    await inTransaction(db, async (tx) => {
      await lockWrites(tx, owner);
      await setValidation(tx, owner, ids, 'unverified');
    });
  }
  await db.deleteFrom('validation_rules').where('user_id', '=', userId).execute();
  await db.deleteFrom('record_questions').where('user_id', '=', userId).execute();
}
