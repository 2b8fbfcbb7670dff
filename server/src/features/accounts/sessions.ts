import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { uuid7 } from '../../db/uuid7.ts';
import { type CallerRow, forgetCaller } from './caller-cache.ts';
import { hashToken, newToken } from './tokens.ts';
import type { Language, PushSubscription } from '@veld/contract';

/** Lifetime of a session since its last use, which is updated at most once an hour. */
const SESSION_DAYS = 400;
const DAY_MS = 86_400_000;
/** How long a confirmed password counts for requests that do not name the confirmation. */
const CONFIRMED_MS = 15 * 60_000;

/** The user and session of a valid token. */
export async function findCaller(db: Db, tokenHash: string, now: Date): Promise<CallerRow | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .select([
      'sessions.user_id',
      'sessions.id as session_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'users.name',
      'users.roles',
      'users.is_pro',
      'users.standing',
      'users.country_code',
      'users.time_zone',
      'users.email_confirmed_at',
      sql<string | null>`users.preferences ->> 'language'`.as('language'),
    ])
    .executeTakeFirst();
}

/** Updates the last use of a session, which extends it. */
export async function touchSession(db: Db, userId: string, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: expiry(now) })
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .execute();
  forgetCaller(db, userId);
}

export interface SessionKey {
  userId: string;
  sessionId: string;
}

/** Remembers that the person has just confirmed the password in this session, and the device's id of that confirmation. */
export async function setPasswordConfirmed(db: Db, key: SessionKey, confirmation: string | null, now: Date): Promise<void> {
  const session = db.updateTable('sessions').where('user_id', '=', key.userId).where('id', '=', key.sessionId);
  await session.set({ password_confirmed_at: now, password_confirmation: confirmation }).execute();
}

/**
 * Whether the person has confirmed the password in this session, which logging in alone does not do: in the last 15 minutes, or with
 * this confirmation. The confirmation has no time limit, because a queued request may reach the server much later.
 */
export async function isPasswordConfirmed(tx: Tx, key: SessionKey, confirmation: string | undefined, now: Date): Promise<boolean> {
  const session = await tx
    .selectFrom('sessions')
    .select(['password_confirmed_at', 'password_confirmation'])
    .where('user_id', '=', key.userId)
    .where('id', '=', key.sessionId)
    .executeTakeFirst();
  if (!session?.password_confirmed_at) return false;
  if (confirmation !== undefined && session.password_confirmation === confirmation) return true;
  return now.getTime() - session.password_confirmed_at.getTime() <= CONFIRMED_MS;
}

export interface NewSession {
  id: string;
  token: string;
  revokeKey: string;
}

export interface SessionDevice {
  device_name?: string | undefined;
  device_secret?: string | undefined;
}

export async function insertSession(tx: Tx, userId: string, device: SessionDevice, now: Date): Promise<NewSession> {
  const token = newToken();
  const revokeKey = newToken();
  const id = uuid7(now);
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      id,
      token_hash: hashToken(token),
      revoke_hash: hashToken(revokeKey),
      device_hash: device.device_secret === undefined ? null : hashToken(device.device_secret),
      device_name: device.device_name ?? '',
      created_at: now,
      last_seen_at: now,
      expires_at: expiry(now),
    })
    .execute();
  return { id, token, revokeKey };
}

/** The device's hash if somebody has logged in to one of these accounts with it; sessions are kept for 30 days after they end. */
export async function findKnownDevice(db: Db | Tx, userIds: string[], deviceSecret: string | undefined): Promise<string | null> {
  if (deviceSecret === undefined || userIds.length === 0) return null;
  const session = await db
    .selectFrom('sessions')
    .select('device_hash')
    .where('device_hash', '=', hashToken(deviceSecret))
    .where('user_id', 'in', userIds)
    .executeTakeFirst();
  return session?.device_hash ?? null;
}

/** Ends the session with the hash of a token or revoke key. */
export async function endSessionByKey(db: Db, hash: string, now: Date): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where((where) => where.or([where('token_hash', '=', hash), where('revoke_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'id'])
    .executeTakeFirst();
  if (!ended) return;
  forgetCaller(db, ended.user_id);
  // Push messages to a device end with its session.
  await removeSubscription(db, { userId: ended.user_id, sessionId: ended.id });
}

/** Ends a session of a person. False if the person has no such active session. */
export async function endSession(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  forgetCaller(db, userId);
  await removeSubscription(db, { userId, sessionId });
  return ended.numUpdatedRows > 0n;
}

/** Ends all sessions of a person except the one with the id `except`. */
export async function endSessions(tx: Tx, userId: string, now: Date, except?: string): Promise<void> {
  let ending = tx.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null);
  let silenced = tx.deleteFrom('push_subscriptions').where('user_id', '=', userId);
  if (except) {
    ending = ending.where('id', '!=', except);
    silenced = silenced.where('session_id', '!=', except);
  }
  await ending.execute();
  await silenced.execute();
  forgetCaller(tx, userId);
}

export async function listUserSessions(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; device_name: string; created_at: Date; last_seen_at: Date }[]> {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'device_name', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Deletes sessions that ended more than 30 days ago. */
export async function removeOldSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * DAY_MS);
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('revoked_at', '<', before), where('expires_at', '<', before)]))
    .execute();
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS);
}

export interface Subscription extends SessionKey, PushSubscription {
  language: Language;
}

/** Stores the subscription of a session. An address belongs to one browser, so it leaves whoever was logged in there before. */
export async function upsertSubscription(tx: Tx, { userId, sessionId, endpoint, keys, language }: Subscription): Promise<void> {
  await sql`
    delete from push_subscriptions where endpoint = ${endpoint} and (user_id, session_id) <> (${userId}::uuid, ${sessionId}::uuid)
  `.execute(tx);
  const values = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language };
  await tx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id']).doUpdateSet(values))
    .execute();
}

export async function removeSubscription(db: Db, { userId, sessionId }: SessionKey): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('session_id', '=', sessionId).execute();
}

/** Limit of devices per person; further devices are not stored. */
const MAX_DEVICES = 100;
const HOUR = "interval '1 hour'";

/** Stores the number of unsent items reported by a device. Writes only if it changed or an hour has passed. */
export async function setUnsent(db: Db, userId: string, deviceId: string, unsent: number, now: Date): Promise<void> {
  await sql`
    insert into devices (user_id, id, unsent, told_at)
    select ${userId}::uuid, ${deviceId}::uuid, ${unsent}::integer, ${now}::timestamptz
    where (select count(*) from devices where user_id = ${userId}) < ${MAX_DEVICES}
      or exists (select 1 from devices where user_id = ${userId} and id = ${deviceId})
    on conflict (user_id, id) do update set unsent = excluded.unsent, told_at = excluded.told_at
    where devices.unsent <> excluded.unsent or devices.told_at < excluded.told_at - ${sql.raw(HOUR)}
  `.execute(db);
}

/** The number of unsent items that a device last reported; null if it never reported any. */
export async function findUnsent(db: Db, userId: string, deviceId: string): Promise<number | null> {
  const row = await db.selectFrom('devices').select('unsent').where('user_id', '=', userId).where('id', '=', deviceId).executeTakeFirst();
  return row?.unsent ?? null;
}

/** Deletes devices that have not reported for 400 days, the lifetime of a session. */
export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('told_at', '<', new Date(now.getTime() - 400 * 86_400_000))
    .execute();
}
