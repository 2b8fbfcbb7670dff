import type { RelationKind } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isUnblocked } from '../../db/visibility.ts';
import { isListed } from '../accounts/store.ts';
import { onlyRow } from '../../db/rows.ts';

/** What a caller is, or wants to be, to another person. */
export interface RelationKey {
  userId: string;
  otherId: string;
  kind: RelationKind;
}

export interface RelationRow {
  kind: RelationKind;
  user_id: string;
  name: string;
  is_pro: boolean;
  created_at: Date;
}

/** The relations of a person, latest first, without people whose account is closed or who have blocked the person. */
export async function listUserRelations(db: Db, userId: string): Promise<RelationRow[]> {
  const { rows } = await sql<RelationRow>`
    select r.kind, u.id as user_id, u.name, u.is_pro, r.created_at
    from relations r cross join lateral (select * from users where id = r.other_id offset 0) u
    where r.user_id = ${userId} and u.deleted_at is null
      and u.id not in (select b.user_id from relations b where b.other_id = ${userId} and b.kind = 'block')
    order by r.created_at desc, u.id, r.kind
  `.execute(db);
  return rows;
}

export async function countFollowers(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ followers: number }>`
    select count(*)::integer as followers from relations r
    where r.other_id = ${userId} and r.kind = 'follow'
      and (select u.deleted_at is null from users u where u.id = r.user_id)
  `.execute(db);
  return onlyRow(rows).followers;
}

/** Locks two accounts, so that a block and a follow of the two wait for each other. False if either is closed or unknown. */
export async function lockPair(tx: Tx, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from users where id in (${userId}, ${otherId}) and deleted_at is null order by id for no key update
  `.execute(tx);
  return rows.length === 2;
}

export interface RelationState {
  is_stored: boolean;
  /** Whether the caller may see the other person, and, to follow them, whether they are listed in the community. */
  is_allowed: boolean;
  /** The number of all relations of the caller. */
  own: number;
}

export async function findState(tx: Tx, { userId, otherId, kind }: RelationKey, sendsMail: boolean): Promise<RelationState> {
  const isAllowed = isUnblocked(sql`u.id`, userId);
  const { rows } = await sql<RelationState>`
    select
      exists (select 1 from relations r where r.user_id = ${userId} and r.other_id = u.id and r.kind = ${kind}) as is_stored,
      ${kind === 'follow' ? sql`${isAllowed} and ${isListed(sendsMail)}` : isAllowed} as is_allowed,
      (select count(*)::integer from relations r where r.user_id = ${userId}) as own
    from users u where u.id = ${otherId}
  `.execute(tx);
  return onlyRow(rows);
}

export async function insertRelation(tx: Tx, { userId, otherId, kind }: RelationKey): Promise<void> {
  await tx.insertInto('relations').values({ user_id: userId, other_id: otherId, kind }).execute();
}

/** Ends the follows of two people in both directions. */
export async function removeFollows(tx: Tx, one: string, other: string): Promise<void> {
  await sql`
    delete from relations where kind = 'follow' and ((user_id = ${one} and other_id = ${other}) or (user_id = ${other} and other_id = ${one}))
  `.execute(tx);
}

export async function removeRelation(db: Db, { userId, otherId, kind }: RelationKey): Promise<void> {
  await db.deleteFrom('relations').where('user_id', '=', userId).where('other_id', '=', otherId).where('kind', '=', kind).execute();
}

/** Ends all relations of a person, in both directions. */
export async function removeRelations(db: Db, userId: string): Promise<void> {
  await sql`delete from relations where user_id = ${userId} or other_id = ${userId}`.execute(db);
}
