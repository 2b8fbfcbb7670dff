import type { Language, PushSubscription } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

export interface SessionKey {
  userId: string;
  sessionId: string;
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
