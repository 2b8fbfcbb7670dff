import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { invalid } from '../../http/fault.ts';
import { logAct } from '../operations/audit.ts';
import { lockUser, setUser } from './store.ts';

/** Limit of users in a list. */
const MAX_LISTED = 50;
const IS_ADMIN = sql<boolean>`'admin' = any(roles)`;

/**
 * The ids of all admins, locked until the transaction ends. Called before other users are locked wherever admins can change, so that
 * concurrent changes cannot remove the last one or deadlock.
 */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where(IS_ADMIN)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return admins.map((row) => row.id);
}

/**
 * Whether somebody would be the last admin to leave. `admins` comes from `lockAdmins`; the user was locked after that, and may have
 * become an admin in between.
 */
export function isLastAdmin(admins: readonly string[], user: UserRow): boolean {
  return user.roles.includes('admin') && admins.every((id) => id === user.id);
}

/** Makes the user of an open account an admin. Undefined if there is no such account. */
export async function grantAdmin(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const user = await lockUser(tx, userId);
  return user && setUser(tx, userId, { roles: [...new Set([...user.roles, 'admin'])] });
}

/** Makes the successor of somebody who leaves an admin; 422 if that is nobody else with an open account. */
export async function appointSuccessor(tx: Tx, leavingId: string, successorId: string): Promise<void> {
  if (successorId === leavingId || !(await grantAdmin(tx, successorId))) throw invalid('successor_id', 'successor');
}

interface Change {
  actorId: string;
  before: UserRow;
  change: { roles?: string[]; is_pro?: boolean };
  now: Date;
}

/** Logs what an admin changed of a person, and nothing if it was so before. */
export async function logChange(tx: Tx, { actorId, before, change: { roles, is_pro }, now }: Change): Promise<void> {
  const subject = ['user', before.id] as const;
  if (roles && roles.toSorted().join() !== before.roles.toSorted().join())
    await logAct(tx, { actorId, action: 'change_roles', subject, details: { before: before.roles, after: roles } }, now);
  if (is_pro !== undefined && is_pro !== before.is_pro)
    await logAct(tx, { actorId, action: 'change_pro', subject, details: { after: is_pro } }, now);
}

/** Whether there is an open account besides that of a user. */
export async function hasOtherUsers(tx: Tx, userId: string): Promise<boolean> {
  const other = await tx.selectFrom('users').select('id').where('id', '!=', userId).where('deleted_at', 'is', null).limit(1).execute();
  return other.length > 0;
}

/** Users by name, whose names contain a text in any case. */
export async function listUsersNamed(db: Db, part: string): Promise<Pick<UserRow, 'id' | 'name' | 'roles' | 'created_at'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'roles', 'created_at'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`position(lower(${part}) in lower(name)) > 0`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

export async function listAdmins(db: Db): Promise<Pick<UserRow, 'name' | 'email'>[]> {
  return db.selectFrom('users').select(['name', 'email']).where(IS_ADMIN).where('deleted_at', 'is', null).orderBy('created_at').execute();
}

/** The number of open accounts, and how many of them are admins. */
export async function countUsers(db: Db): Promise<{ users: number; admins: number }> {
  return db
    .selectFrom('users')
    .select((select) => [select.fn.countAll<number>().as('users'), sql<number>`count(*) filter (where 'admin' = any(roles))`.as('admins')])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The open accounts that use a canonical email address; one of them at most has confirmed it. */
export async function listUsersWithEmail(db: Db, emailKey: string): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .orderBy('email_claimed_at')
    .execute();
}
