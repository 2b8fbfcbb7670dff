import { formatMention } from '@veld/contract';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';

/** Erases a person's comments, and where others mention the person. Idempotent. */
export async function eraseComments({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('comments').where('user_id', '=', userId).execute();
  // The words of others stay, without the id of the person.
  await sql`
    update comments set text = replace(text, ${formatMention(userId)}, '@…')
    where id in (select comment_id from comment_mentions where user_id = ${userId})
  `.execute(db);
  await db.deleteFrom('comment_mentions').where('user_id', '=', userId).execute();
}
