import type { Language } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { SessionKey, Subscription } from '../../accounts/push-subscriptions.ts';
import { onlyRow } from '../../../db/only-row.ts';

export async function hasSubscription(db: Db, { userId, sessionId }: SessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The subscriptions of a person's sessions that have not ended. */
export async function listSubscriptions(db: Db, userId: string, now: Date): Promise<Subscription[]> {
  const { rows } = await sql<{ session_id: string; endpoint: string; p256dh: string; auth: string; language: Language }>`
    select p.session_id, p.endpoint, p.p256dh, p.auth, p.language
    from push_subscriptions p join sessions s on s.user_id = p.user_id and s.id = p.session_id
    where p.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
  `.execute(db);
  return rows.map(({ session_id, endpoint, p256dh, auth, language }) => ({
    userId,
    sessionId: session_id,
    endpoint,
    keys: { p256dh, auth },
    language,
  }));
}

/** A person with events that wait to be pushed, and the first of these. */
export interface WaitingPerson {
  user_id: string;
  first: number;
}

/** The people whose first waiting event comes after `after`, those who have waited longest first. */
export async function listWaiting(db: Db, after: number, limit: number): Promise<WaitingPerson[]> {
  const { rows } = await sql<WaitingPerson>`
    select user_id, min(seq)::integer as first from notifications where needs_push
    group by user_id having min(seq) > ${after} order by 2 limit ${limit}
  `.execute(db);
  return rows;
}

/** Takes a person's waiting events, which are sent at most once. Returns the first; null if another server was faster. */
export async function takeWaiting(db: Db, userId: string): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    with taken as (update notifications set needs_push = false where user_id = ${userId} and needs_push returning seq)
    select min(seq) as first from taken
  `.execute(db);
  return onlyRow(rows).first;
}
