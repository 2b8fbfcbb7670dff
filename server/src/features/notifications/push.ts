import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { Context } from '../../http/context.ts';
import { FetchRefused, type GuardedFetch } from '../../http/guarded-fetch.ts';
import { publicUrl } from '../../mail/outbox.ts';
import { readPreferences } from '../accounts/present.ts';
import { removeSubscription, type Subscription, type SessionKey, upsertSubscription } from '../accounts/sessions.ts';
import { describeEntry, type EntryDescription } from './describe-entry.ts';
import { isWithin, localTime } from './local-time.ts';
import { kindsOn, listEntries } from './store.ts';
import { findEntryTaxa, type FindTaxa, presentEntry } from './present.ts';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { keptIn } from '../../secret.ts';
import { type Language, deletePush, getPush, putPush } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';

/** Of more, a device gets the latest. */
const MAX_MESSAGES = 5;
/** People who are looked up together, and those who are sent to at a time. */
const PAGE = 500;
const AT_ONCE = 8;
/** Push services keep a message this long for a device that is off. */
const TTL_S = 12 * 3600;
const MAX_ANSWER_BYTES = 10_000;
const TIME_LIMIT_MS = 10_000;

/** What a device gets. It contains no place. */
export interface PushPayload {
  title: string;
  body: string;
  /** A path of the app. */
  path: string;
  /** Messages with the same tag replace each other. */
  tag: string;
}

/**
 * Sends what waits to the devices of those who want it, except in their quiet hours. What cannot be made for one person keeps nothing of
 * others back, and rejects at the end.
 */
export async function sendPushes(context: Context, findTaxa: FindTaxa, fetch: GuardedFetch): Promise<void> {
  let page: WaitingPerson[] = [];
  let people = 0;
  const faults: unknown[] = [];
  do {
    // Those in their quiet hours go on waiting, so the next page begins after them.
    page = await listWaiting(context.db, page.at(-1)?.first ?? 0, PAGE);
    people += page.length;
    await inParallel(page, AT_ONCE, async ({ user_id }) => {
      try {
        await sendTo(context, user_id, findTaxa, fetch);
      } catch (error) {
        context.log.error({ err: error, user: user_id }, 'push messages not made');
        faults.push(error);
      }
    });
  } while (page.length === PAGE);
  if (faults.length > 0) throw new AggregateError(faults, `Push messages of ${faults.length} of ${people} people could not be made`);
}

async function sendTo(context: Context, userId: string, findTaxa: FindTaxa, fetch: GuardedFetch): Promise<void> {
  const { db } = context;
  const user = await db.selectFrom('users').select(['preferences', 'time_zone']).where('id', '=', userId).executeTakeFirstOrThrow();
  const preferences = readPreferences(user.preferences);
  const { hour } = localTime(context.now(), preferences.notifications.time_zone, user.time_zone);
  const isWanted = preferences.notifications.has_push;
  if (isWanted && isWithin(hour, preferences.notifications.quiet_from, preferences.notifications.quiet_to)) return;
  const first = await takeWaiting(db, userId);
  if (first === null || !isWanted) return;
  const filter = { kinds: kindsOn('push', preferences), isUnread: true, after: first - 1, limit: MAX_MESSAGES };
  await inParallel(await listSubscriptions(db, userId, context.now()), AT_ONCE, async (subscription) => {
    const spoken = preferences.language ?? subscription.language;
    const rows = await listEntries(context, db, userId, { ...filter, language: spoken });
    const taxa = await findEntryTaxa(db, findTaxa, rows, spoken);
    // The latest last, so that it is on top.
    for (const row of rows.toReversed()) {
      const payload = payloadOf(row.entry_id, describeEntry(presentEntry(context, row, taxa), spoken));
      if (!(await sendMessage(context, fetch, subscription, payload))) break;
    }
  });
}

function payloadOf(tag: string, { text, about, path }: EntryDescription): PushPayload {
  return { title: about || 'Veld', body: text, path, tag };
}

/**
 * Sends one message. False if there is no answer in time, so that no other message is tried; and if its address leads nowhere or is not
 * on the public internet, for which the subscription is deleted.
 */
async function sendMessage(context: Context, fetch: GuardedFetch, subscription: Subscription, payload: PushPayload): Promise<boolean> {
  const { endpoint, keys } = subscription;
  try {
    const { body, headers } = await buildPushPayload(
      { data: { ...payload }, options: { ttl: TTL_S, urgency: 'normal' } },
      { endpoint, keys, expirationTime: null },
      { subject: contactOf(context), publicKey: encodePublicKey(context.vapid), privateKey: context.vapid.d },
    );
    const post = { body, headers };
    const { status } = await fetch(endpoint, { maxBytes: MAX_ANSWER_BYTES, timeLimitMs: TIME_LIMIT_MS, post });
    if (status !== 404 && status !== 410) {
      if (status >= 300) context.log.warn({ status }, 'push message not accepted');
      return true;
    }
  } catch (error) {
    if (error instanceof FetchRefused && error.reason !== 'address') {
      context.log.warn({ reason: error.reason }, 'push message not sent');
      return false;
    }
    // Otherwise the address or the keys cannot be used.
    context.log.warn('push subscription not usable');
  }
  await removeSubscription(context.db, subscription);
  return false;
}

/** The contact for push services that have a problem. */
function contactOf(context: Context): string {
  const { SECURITY_CONTACT, MAIL_FROM } = context.config;
  if (SECURITY_CONTACT && !SECURITY_CONTACT.startsWith('tel:')) return SECURITY_CONTACT;
  const url = publicUrl(context);
  return url.startsWith('https:') ? url : `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
}

/** Works through a list with at most `most` items at a time. What fails rejects it, once the others have begun to end. */
async function inParallel<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  // Each worker takes the next item of the same iterator.
  const rest = items.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/**
 * The private key in the data folder with which the server signs push messages, created at the first start. Subscriptions belong to it:
 * with another one, all devices would have to subscribe again.
 */
export function vapidKeyIn(folder: string): JsonWebKey {
  const make = () => JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' }));
  return JSON.parse(keptIn(folder, 'push.key', make));
}

/** The public key as browsers take it: the uncompressed point, base64url. */
function encodePublicKey({ x, y }: JsonWebKey): string {
  return Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]).toString('base64url');
}

async function hasSubscription(db: Db, { userId, sessionId }: SessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The subscriptions of a person's sessions that have not ended. */
async function listSubscriptions(db: Db, userId: string, now: Date): Promise<Subscription[]> {
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
interface WaitingPerson {
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
async function takeWaiting(db: Db, userId: string): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    with taken as (update notifications set needs_push = false where user_id = ${userId} and needs_push returning seq)
    select min(seq) as first from taken
  `.execute(db);
  return onlyRow(rows).first;
}

/** Whether the device of a session gets push messages. */
export function servePush(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, getPush, access, async ({ caller }) => ({
    data: { public_key: encodePublicKey(context.vapid), is_subscribed: await hasSubscription(db, caller) },
  }));

  serve(app, putPush, access, ({ body, caller }) =>
    inTransaction(db, async (tx) => {
      const { userId, sessionId, language } = caller;
      await upsertSubscription(tx, { userId, sessionId, language, ...body });
      return undefined;
    }),
  );

  serve(app, deletePush, access, async ({ caller }) => {
    await removeSubscription(db, caller);
    return undefined;
  });
}
