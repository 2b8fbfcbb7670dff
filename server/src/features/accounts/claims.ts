import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isPassword } from './passwords.ts';

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
