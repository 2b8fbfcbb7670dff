import type { Context } from '../../http/context.ts';

/** Erases a person's reactions. Idempotent. */
export async function eraseReactions({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('reactions').where('user_id', '=', userId).execute();
}
