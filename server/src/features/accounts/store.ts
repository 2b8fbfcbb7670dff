import type { PreferenceKey } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Slot } from '../../db/fixed.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { addServerState, findServerState, setServerState } from '../../db/server-state.ts';
import { forgetCaller } from './caller-cache.ts';
import { nameKeys } from './names.ts';
import type { Standing } from './standing.ts';
import { readErrorCode, readErrorPart } from '../../thrown.ts';

/** Key of the server's state with the first user of the installation. It stays when that account is gone. */
const FIRST_ADMIN = 'first_admin';

export type SeenKind = 'badges_seen' | 'toasts_seen' | 'wizards_seen';
/** Limit of stored ids per kind; further ones are ignored. */
const MAX_SEEN = 1000;

export interface NewUser {
  id: string;
  name: string;
  email: string;
  email_key: string;
  password_hash: string;
  country_code: string | null;
  preferences: Record<string, unknown>;
  created_at: Date;
  email_confirmed_at: Date | null;
}

/** The user of an open account. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Whether a database error is an address that another account has confirmed. */
export function isEmailTaken(error: unknown): boolean {
  return readErrorCode(error) === '23505' && readErrorPart(error, 'constraint') === 'users_email_owner';
}

/** Lets registrations and changes of addresses and names run one after another, so that each sees those before it. */
export async function lockRegistrations(tx: Tx): Promise<void> {
  await setServerState(tx, 'registrations', '');
}

/**
 * Inserts a user. The first user that the installation ever had becomes admin. If several register at the same time, it is the one
 * whose row of the server's state is inserted first.
 */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  const made = await tx
    .insertInto('users')
    .values({
      ...user,
      name_keys: nameKeys(user.name),
      email_claimed_at: user.created_at,
      preferences: JSON.stringify(user.preferences),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!(await addServerState(tx, FIRST_ADMIN, user.id))) return made;
  return setUser(tx, user.id, { roles: ['user', 'admin'] });
}

/** Whether the installation ever had a user. */
export async function hasHadUsers(db: Db): Promise<boolean> {
  return (await findServerState(db, FIRST_ADMIN)) !== undefined;
}

export interface UserChange {
  name?: string;
  email?: string;
  email_key?: string;
  email_confirmed_at?: Date | null;
  email_claimed_at?: Date;
  pending_email?: string | null;
  password_hash?: string;
  country_code?: string | null;
  roles?: string[];
  is_pro?: boolean;
  standing?: Standing | null;
  standing_since?: RawBuilder<Date> | null;
  standing_report_id?: string | null;
  standing_until?: Date | null;
}

export async function setUser(tx: Tx, id: string, change: UserChange): Promise<UserRow> {
  const name_keys = change.name === undefined ? {} : { name_keys: nameKeys(change.name) };
  const changed = await tx
    .updateTable('users')
    .set({ ...change, ...name_keys })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  forgetCaller(tx, id);
  return changed;
}

/** The user of an open account, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
}

/** Stores the app version and time zone that the app reports on each start. Writes only if they changed. */
export async function setDeviceInfo(db: Db, id: string, device: { app_version?: string; time_zone?: string }): Promise<void> {
  if (device.app_version === undefined && device.time_zone === undefined) return;
  const changed = await db
    .updateTable('users')
    .set(device)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        ...(device.app_version === undefined ? [] : [where('app_version', 'is distinct from', device.app_version)]),
        ...(device.time_zone === undefined ? [] : [where('time_zone', 'is distinct from', device.time_zone)]),
      ]),
    )
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) forgetCaller(db, id);
}

export interface PreferenceChange {
  key: PreferenceKey;
  value: unknown;
}

/**
 * Sets one preference without overwriting concurrent changes to others. A change made before the stored one is not applied; the row
 * then has the stored one.
 */
export async function setPreference(db: Db, id: string, { key, value }: PreferenceChange, at: Date): Promise<UserRow | undefined> {
  const isLatest = sql`coalesce((preferences_changed_at ->> ${key}::text)::timestamptz <= ${at}, true)`;
  const time = JSON.stringify({ [key]: at.toISOString() });
  const changed = await db
    .updateTable('users')
    .set({
      preferences: sql`case when ${isLatest} then preferences || ${JSON.stringify({ [key]: value })}::jsonb else preferences end`,
      preferences_changed_at: sql`case when ${isLatest} then preferences_changed_at || ${time}::jsonb else preferences_changed_at end`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  forgetCaller(db, id);
  return changed;
}

/** Sets the experience shown so far. It never decreases and never exceeds the total. */
export async function setXpSeen(db: Db, id: string, seen: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ total_xp_seen: sql`greatest(total_xp_seen, least(total_xp, ${seen}::bigint))` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds an id to a set of seen ids; adding it again changes nothing. */
export async function addSeen(db: Db, id: string, kind: SeenKind, mark: string): Promise<UserRow | undefined> {
  const column = sql.ref(kind);
  return db
    .updateTable('users')
    .set({
      [kind]: sql`case when ${mark} = any(${column}) or cardinality(${column}) >= ${MAX_SEEN} then ${column} else array_append(${column}, ${mark}) end`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The statement that changes a person's points by `change`, if `isChanged`. The total and the total seen never become negative, and the
 * total seen never exceeds the total.
 */
export const changeTotals = (userId: string | Slot, change: RawBuilder<unknown>, isChanged: RawBuilder<unknown>): RawBuilder<never> =>
  sql`update users set
      total_xp = greatest(0, total_xp + ${change}),
      total_xp_seen = least(total_xp_seen, greatest(0, total_xp + ${change}))
    where id = ${userId} and (${isChanged})`;

export async function resetExperience(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ total_xp: 0, total_xp_seen: 0 }).where('id', '=', userId).execute();
}

export async function setBadges(tx: Tx, userId: string, badges: readonly string[]): Promise<void> {
  await sql`update users set badges = ${[...badges]}::text[] where id = ${userId}`.execute(tx);
}

/** Stores a value of the statistics as seen, beside the preferences; others that are written at the same time stay. */
export async function setSeenStatistic(
  db: Db,
  userId: string,
  { period, statistic, value }: { period: string; statistic: string; value: number },
): Promise<void> {
  await sql`
    update users set preferences = jsonb_set(
      preferences, array['statistics_seen'],
      coalesce(preferences -> 'statistics_seen', '{}') || jsonb_build_object(
        ${period}::text, coalesce(preferences -> 'statistics_seen' -> ${period}::text, '{}') || jsonb_build_object(${statistic}::text, ${value}::integer)
      )
    )
    where id = ${userId} and deleted_at is null
  `.execute(db);
}

/** Switches the daily mail off, as the person would in the settings. */
export async function stopDigest(db: Db, userId: string, now: Date): Promise<void> {
  const time = JSON.stringify({ notifications: now.toISOString() });
  await sql`
    update users set
      preferences = jsonb_set(preferences, '{notifications,has_digest}', 'false'),
      preferences_changed_at = preferences_changed_at || ${time}::jsonb
    where id = ${userId} and preferences -> 'notifications' ->> 'has_digest' = 'true'
  `.execute(db);
  forgetCaller(db, userId);
}

/** Whether the user `u` is in the community: opted in, and on a server that sends mail, with a confirmed address (decision 0029). */
export function isListed(sendsMail: boolean): RawBuilder<boolean> {
  const optedIn = sql<boolean>`coalesce(u.preferences ->> 'community_opt_in', 'false') = 'true'`;
  return sendsMail ? sql`(${optedIn} and u.email_confirmed_at is not null)` : optedIn;
}

/** Whether the user `u` has a profile that visitors can open: in the community, and lets everyone see it. */
export function hasPublicProfile(sendsMail: boolean): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(sendsMail)} and coalesce(u.preferences ->> 'public_profile', 'false') = 'true')`;
}

/** Whether a list of who recorded what names the user `u`, who is not the caller: for visitors only who lets everyone see their profile. */
export function isNamedFor(isVisitor: boolean, sendsMail: boolean): RawBuilder<boolean> {
  return isVisitor ? hasPublicProfile(sendsMail) : isListed(sendsMail);
}

/** Whether the user `u` is in leaderboards: in the community, and not opted out of them. */
export function isRanked(sendsMail: boolean): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(sendsMail)} and coalesce(u.preferences ->> 'leaderboards', 'true') = 'true')`;
}
