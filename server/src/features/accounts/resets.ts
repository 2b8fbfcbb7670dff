import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

const VALIDITY_MS = 3_600_000;

export function resetExpiry(now: Date): Date {
  return new Date(now.getTime() + VALIDITY_MS);
}

export async function insertReset(tx: Tx, userId: string, tokenHash: string, now: Date): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({ user_id: userId, token_hash: tokenHash, created_at: now, expires_at: resetExpiry(now) })
    .execute();
}

/** The user id of a valid password token; the account is open or can be reopened. If an address is given, it must match. */
export async function findReset(db: Db | Tx, tokenHash: string, emailKey: string | null, now: Date): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select r.user_id from password_resets r
    join users u on u.id = r.user_id
    left join closed_accounts c on c.user_id = u.id and c.may_return and c.ends_at > ${now}
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now}
      and (${emailKey}::text is null or u.email_key = ${emailKey})
      and (u.deleted_at is null or c.user_id is not null)
  `.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Marks a token as used. False if another request has already used it. */
export async function useReset(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Deletes all password tokens of a person except the one with the hash `except`. */
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
