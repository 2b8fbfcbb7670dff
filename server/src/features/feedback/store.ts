import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

export type FeedbackRow = Selectable<Tables['feedback']>;

export async function listFeedbackOf(db: Db, userId: string): Promise<FeedbackRow[]> {
  return db
    .selectFrom('feedback')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute();
}

export async function findFeedback(tx: Tx, id: string): Promise<FeedbackRow | undefined> {
  return tx.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How much a person sent since a moment. The person's row is held until the end, so that two at once are counted one after the other. */
export async function countFeedbackSince(tx: Tx, userId: string, since: Date): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const { sent } = await tx
    .selectFrom('feedback')
    .select((select) => select.fn.countAll<number>().as('sent'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return sent;
}

/** The new row, or nothing where somebody made one with this id in the meantime. */
export async function insertFeedback(tx: Tx, row: Omit<FeedbackRow, 'state'>): Promise<FeedbackRow | undefined> {
  return tx
    .insertInto('feedback')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function removeFeedbackOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('feedback').where('user_id', '=', userId).execute();
}
