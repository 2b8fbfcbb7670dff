import type { Context } from '../../http/context.ts';

/** Erases a person's comments, and where others mention the person. Idempotent. */
export async function eraseComments({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('comments').where('user_id', '=', userId).execute();
  await db.deleteFrom('comment_mentions').where('user_id', '=', userId).execute();
}
