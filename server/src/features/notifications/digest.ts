import { onlyRow } from '../../db/rows.ts';
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailName, publicUrl, sendsMail } from '../../mail/outbox.ts';
import { readPreferences } from '../accounts/present.ts';
import { describeEntry } from './describe-entry.ts';
import { localTime } from './local-time.ts';
import { kindsOn, listEntries } from './store.ts';
import { type FindTaxa, presentEntry, findEntryTaxa } from './present.ts';
import { Uuid, askUnsubscribe, type Language, unsubscribe } from '@veld/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { translate } from '../../http/messages.ts';
import { anyone, serve } from '../../http/serve.ts';
import { ignoredBody } from '../accounts/ignored-body.ts';
import { stopDigest } from '../accounts/store.ts';

/** Of more, the mail has the latest, and a link to all. */
const MAX_ENTRIES = 20;
/** The first mail is about this time. */
const FIRST_MS = 86_400_000;

type Reader = Pick<UserRow, 'id' | 'name' | 'email' | 'preferences' | 'time_zone'>;

/**
 * Sends each person who wants it the daily mail, once the hour of theirs has come. A day is marked in the transaction that queues its
 * mail, so that there is one a day, however often this runs. Nothing is sent on a day without news. A mail that cannot be made keeps no
 * other one back: it is tried again in the next run, and rejects this one at its end.
 */
export async function sendDigests(context: Context, findTaxa: FindTaxa): Promise<void> {
  if (!sendsMail(context)) return;
  const due = await listDue(context.db, context.now());
  const faults: unknown[] = [];
  for (const { day, ...reader } of due) {
    try {
      await inTransaction(context.db, (tx) => sendDigest(context, tx, findTaxa, reader, day));
    } catch (error) {
      context.log.error({ err: error, user: reader.id }, 'daily mail not made');
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${due.length} daily mails could not be made`);
}

/** The people whose mail of their day is due, with that day. */
export async function listDue(db: Db, now: Date): Promise<(Reader & { day: string })[]> {
  const { rows } = await sql<Reader & { sent_on: string | null }>`
    select u.id, u.name, u.email, u.preferences, u.time_zone, d.sent_on::text as sent_on
    from users u left join notification_digests d on d.user_id = u.id
    where u.preferences -> 'notifications' ->> 'has_digest' = 'true' and u.deleted_at is null and u.email_confirmed_at is not null
      -- It is the next day somewhere.
      and (d.sent_on is null or d.sent_on < (${now}::timestamptz at time zone 'utc' + interval '14 hours')::date)
  `.execute(db);
  return rows.flatMap(({ sent_on, ...reader }) => {
    const preferences = readPreferences(reader.preferences);
    const { day, hour } = localTime(now, preferences.notifications.time_zone, reader.time_zone);
    return hour >= preferences.notifications.digest_hour && (sent_on === null || sent_on < day) ? [{ ...reader, day }] : [];
  });
}

async function sendDigest(context: Context, tx: Tx, findTaxa: FindTaxa, reader: Reader, day: string): Promise<void> {
  const after = await startDay(tx, reader.id, day, new Date(context.now().getTime() - FIRST_MS));
  if (after === null) return;
  const preferences = readPreferences(reader.preferences);
  const kinds = kindsOn('mail', preferences);
  const spoken = preferences.language ?? 'en';
  const rows = await listEntries(context, tx, reader.id, { kinds, isUnread: true, after, limit: MAX_ENTRIES, language: spoken });
  if (rows.length === 0) return;
  const taxa = await findEntryTaxa(tx, findTaxa, rows, spoken);
  const url = publicUrl(context);
  const lines = rows.map((row) => {
    const { text, about, path } = describeEntry(presentEntry(context, row, taxa), spoken);
    return [`• ${text}`, ...(about === '' ? [] : [`  ${mailName(about)}`]), `  ${url}${path}`].join('\n');
  });
  const unsubscribe = `${url}/api/notifications/unsubscribe?token=${unsubscribeToken(context, reader.id)}`;
  await insertMail(context, tx, {
    id: mailId(reader.id, day),
    userId: reader.id,
    recipient: reader.email,
    language: spoken,
    template: 'digest',
    values: { name: mailName(reader.name), lines: lines.join('\n\n'), link: `${url}/notifications`, unsubscribe },
    unsubscribeUrl: unsubscribe,
  });
}

/**
 * Marks a person's day as done. Returns the last event of the mail before, or that of a day ago without one; null if the day is done
 * already.
 */
async function startDay(tx: Tx, userId: string, day: string, first: Date): Promise<number | null> {
  const before = await tx.selectFrom('notification_digests').select('through_seq').where('user_id', '=', userId).executeTakeFirst();
  const { rows } = await sql<{ through_seq: number }>`
    insert into notification_digests (user_id, sent_on, through_seq)
    values (${userId}, ${day}::date, (select coalesce(max(seq), 0) from notifications where user_id = ${userId}))
    on conflict (user_id) do update set sent_on = excluded.sent_on, through_seq = excluded.through_seq
    where notification_digests.sent_on < excluded.sent_on
    returning through_seq
  `.execute(tx);
  if (!rows[0]) return null;
  if (before) return before.through_seq;
  const { rows: old } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from notifications where user_id = ${userId} and created_at < ${first}
  `.execute(tx);
  return onlyRow(old).seq;
}

/** One for each person and day, so that a repeated mail is recognised. */
function mailId(userId: string, day: string): string {
  const hex = createHash('sha256').update(`digest ${userId} ${day}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The token of the link in a daily mail: who gets it, signed. It can only stop the mail, so it has no end. */
export function unsubscribeToken(context: Pick<Context, 'secret'>, userId: string): string {
  return `${userId}_${signatureOf(context, userId)}`;
}

/** Whose token it is; null if this server did not make it. */
function unsubscribing({ secret }: Pick<Context, 'secret'>, token: string): string | null {
  const [userId = '', signature = ''] = token.split('_', 2);
  if (!Uuid.safeParse(userId).success) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf({ secret }, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null;
}

function signatureOf({ secret }: Pick<Context, 'secret'>, userId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'stopping daily mails', 32));
  return createHmac('sha256', key).update(userId).digest('hex');
}

/** The pages behind the link in a daily mail. A mail program may open the link on its own, so only the button changes anything. */
export async function serveUnsubscribe(app: FastifyInstance, context: Context): Promise<void> {
  serve(app, askUnsubscribe, anyone, ({ query, language, reply }) =>
    unsubscribing(context, query.token) === null
      ? sendPage(reply, language, 'invalid')
      : sendPage(reply, language, 'question', query.token),
  );
  // Mail programs send a form, browsers the one of the page; neither says more than the address.
  await ignoredBody(app, (scope) =>
    serve(scope, unsubscribe, anyone, async ({ query, language, reply }) => {
      const userId = unsubscribing(context, query.token);
      if (userId === null) return sendPage(reply, language, 'invalid');
      await stopDigest(context.db, userId, context.now());
      return sendPage(reply, language, 'done');
    }),
  );
}

function sendPage(reply: FastifyReply, language: Language, text: 'question' | 'done' | 'invalid', token?: string): FastifyReply {
  const say = (key: string) => translate(language, `unsubscribe.${key}`);
  const button =
    token === undefined
      ? ''
      : `<form method="post" action="?token=${encodeURIComponent(token)}"><button type="submit">${say('button')}</button></form>`;
  return reply.type('text/html; charset=utf-8').serializer(String).send(`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${say('title')}</title>
    <style>
      body { max-width: 32rem; margin: 15vh auto; padding: 0 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif; }
      button { min-height: 44px; padding: 0.5rem 1.25rem; font: inherit; }
    </style>
  </head>
  <body>
    <h1>${say('title')}</h1>
    <p>${say(text)}</p>
    ${button}
    <p><a href="/settings/notifications">Veld</a></p>
  </body>
</html>
`);
}
