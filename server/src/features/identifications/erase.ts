import type { Context } from '../../http/context.ts';
import { regrade } from '../observations/grade.ts';

/** Erases a person's identifications, and grades the records anew. Idempotent: a repeated run finds what is left. */
export async function eraseIdentifications({ db }: Context, userId: string): Promise<void> {
  // They do not count any more since the account was closed, so that the records can be graded first.
  await regrade(db, { userId });
  await db.deleteFrom('identifications').where('user_id', '=', userId).execute();
}
