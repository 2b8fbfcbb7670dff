import type { Context } from '../../http/context.ts';
import { regrade } from '../observations/grade.ts';

/** Erases a person's identifications, and grades the records anew. Idempotent: a repeated run finds what is left. */
export async function eraseIdentifications({ db }: Context, userId: string): Promise<void> {
  // They do not count any more since the account was closed, so that the records can be graded first.
  await regrade(db, { userId });
  await db.deleteFrom('identifications').where('user_id', '=', userId).execute();
}

/** Erases for what a person was an expert. Nothing is graded anew: identifications of a closed account do not count. Idempotent. */
export async function eraseScopes({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('curator_scopes').where('user_id', '=', userId).execute();
}
