import type { Db, Tx } from '../../db/open.ts';

const GOOD_FOR_MS = 3_600_000;

export async function insertReset(tx: Tx, userId: string, tokenHash: string, now: Date): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ user_id: userId, token_hash: tokenHash, created_at: now, expires_at: new Date(now.getTime() + GOOD_FOR_MS) })
    .execute();
}

/** Whether a token of a mail is still good for the account of that address. */
export async function findReset(db: Db, tokenHash: string, emailKey: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select('password_resets.user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.email_key', '=', emailKey)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a token up and answers whose it is; null where somebody was faster. */
export async function useReset(tx: Tx, tokenHash: string, emailKey: string, now: Date): Promise<string | null> {
  const used = await tx
    .updateTable('password_resets')
    .from('users')
    .set({ used_at: now })
    .whereRef('users.id', '=', 'password_resets.user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.email_key', '=', emailKey)
    .where('users.deleted_at', 'is', null)
    .returning('password_resets.user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}

/** Ends every open link of a person; `except` is the one just used. */
export async function removeResets(tx: Tx, userId: string, except?: string): Promise<void> {
  let removing = tx.deleteFrom('password_resets').where('user_id', '=', userId);
  if (except) removing = removing.where('token_hash', '!=', except);
  await removing.execute();
}

export async function removeOldResets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute();
}
