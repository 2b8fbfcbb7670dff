import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isPassword } from './passwords.ts';
import type { Language } from '@veld/contract';
import type { UserRow } from '../../db/rows.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailName, publicUrl, sendsMail } from '../../mail/outbox.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * The canonical form of an email address: NFC, trimmed, lower case, without trailing dots. Rate limits use it as their key, so that
 * another spelling does not bypass them.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase().replace(/\.+$/, '');
}

/** Accounts tried at a login besides the owner of the address; older ones need a password mail. */
const MAX_UNCONFIRMED = 10;
/** Passwords verified at least, so that the time does not reveal how many accounts claim an address. */
const MIN_VERIFIED = 3;

/** An account that uses an address: an open one, or a closed one that can be reopened. */
export interface Claim {
  id: string;
  password_hash: string;
}

/** The accounts that use an address: the owner, who has confirmed it, then the others, newest first. A single query in every case. */
export async function findClaims(db: Db | Tx, emailKey: string, now: Date): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select u.id, coalesce(c.password_hash, u.password_hash) as password_hash
    from users u left join closed_accounts c on c.user_id = u.id and c.may_return and c.ends_at > ${now}
    where u.email_key = ${emailKey} and (u.deleted_at is null or c.user_id is not null)
    order by u.email_confirmed_at is null, u.email_claimed_at desc, u.id desc
    limit ${MAX_UNCONFIRMED + 1}
  `.execute(db);
  return rows;
}

/** The first of the accounts with this password. Takes the same time for an address with few accounts and with none. */
export async function matchClaim(claims: readonly Claim[], password: string): Promise<Claim | undefined> {
  const hashes = Array.from({ length: Math.max(claims.length, MIN_VERIFIED) }, (_, index) => claims[index]?.password_hash ?? null);
  const matches = await Promise.all(hashes.map((stored) => isPassword(stored, password)));
  return claims[matches.indexOf(true)];
}

/** Whether an account has confirmed the address, closed accounts included until they are erased. */
export async function isOwned(db: Db | Tx, emailKey: string): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return owner !== undefined;
}

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

interface Confirmation {
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
