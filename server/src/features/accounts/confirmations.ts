import type { Language } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailName, publicUrl, sendsMail } from '../../mail/outbox.ts';
import { emailKey } from './addresses.ts';
import { isOwned } from './claims.ts';
import { hashToken, newToken } from './tokens.ts';

const VALIDITY_MS = 7 * 86_400_000;

/** Whether the address of an account is confirmed, or cannot be, because the server sends no mail. */
export function isConfirmed(context: Pick<Context, 'config'>, user: Pick<UserRow, 'email_confirmed_at'>): boolean {
  return user.email_confirmed_at !== null || !sendsMail(context);
}

/**
 * Mails a link that confirms an address for an account. If the address belongs to another account, its owner gets a mail that says
 * so instead.
 */
export async function mailConfirmation(context: Context, tx: Tx, user: UserRow, email: string, language: Language): Promise<void> {
  const now = context.now();
  const key = emailKey(email);
  const to = { id: uuid7(now), userId: user.id, recipient: email, language };
  if (await isOwned(tx, key)) {
    await insertMail(context, tx, { ...to, template: 'address_in_use', values: { link: `${publicUrl(context)}/password/reset` } });
    return;
  }
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VALIDITY_MS);
  await tx
    .insertInto('email_confirmations')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      email,
      email_key: key,
      expires_at: expiresAt,
    })
    .execute();
  const link = `${publicUrl(context)}/password/reset/${token}?for=email`;
  await insertMail(context, tx, { ...to, template: 'confirm', values: { name: mailName(user.name), link }, expiresAt });
}

export interface Confirmation {
  user_id: string;
  email: string;
  email_key: string;
}

export async function findConfirmation(db: Db | Tx, tokenHash: string, now: Date): Promise<Confirmation | undefined> {
  return db
    .selectFrom('email_confirmations')
    .select(['user_id', 'email', 'email_key'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes the links of a person, except those for one address. */
export async function removeConfirmations(tx: Tx, userId: string, exceptKey?: string): Promise<void> {
  let removing = tx.deleteFrom('email_confirmations').where('user_id', '=', userId);
  if (exceptKey !== undefined) removing = removing.where('email_key', '!=', exceptKey);
  await removing.execute();
}

export async function removeOldConfirmations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_confirmations').where('expires_at', '<', now).execute();
}
