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

/**
 * The times of a person's feedback since a time, oldest first. Locks the person's row, so that simultaneous requests are counted one
 * after another.
 */
export async function lockFeedbackSince(tx: Tx, userId: string, since: Date): Promise<Date[]> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const sent = await tx
    .selectFrom('feedback')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return sent.map((row) => row.created_at);
}

/** Inserts feedback. Undefined if the id exists already. */
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
