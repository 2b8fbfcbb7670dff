import {
  type StoredToast,
  type Language,
  MAX_STORED_TOASTS,
  type Toast,
  type ToastDraft,
  deleteToast,
  listAllToasts,
  listToasts,
  putToast,
} from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { insertNotifications } from '../notifications/write.ts';
import { logAct } from '../operations/audit.ts';

const MAX_TOASTS = 50;

/** Whether the message `t` is for the user `u`. */
const IS_FOR = sql<boolean>`(t.country_code is null or t.country_code = u.country_code)
  and (t.audience = 'everyone' or (t.audience = 'pro' and u.is_pro) or t.audience = any(u.roles))`;

/** The current messages for a person that they have not seen, in their language or in English. */
async function listToastsFor(db: Db, userId: string, language: Language, now: Date): Promise<Toast[]> {
  const { rows } = await sql<Omit<Toast, 'ends_at'> & { ends_at: Date | null }>`
    select t.id, t.level, coalesce(t.texts ->> ${language}::text, t.texts ->> 'en') as text, t.link, t.ends_at
    from toasts t join users u on u.id = ${userId}
    where t.starts_at <= ${now} and (t.ends_at is null or t.ends_at > ${now}) and not (t.id = any(u.toasts_seen)) and ${IS_FOR}
    order by t.starts_at, t.id limit ${MAX_TOASTS}
  `.execute(db);
  return rows.map((row) => ({ ...row, ends_at: row.ends_at?.toISOString() ?? null }));
}

export async function isToast(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('toasts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** All messages, the latest first. */
async function listAll(db: Db): Promise<StoredToast[]> {
  const rows = await db
    .selectFrom('toasts')
    .select(['id', 'level', 'texts as text', 'link', 'starts_at', 'ends_at', 'audience', 'country_code'])
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(MAX_STORED_TOASTS)
    .execute();
  return rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at?.toISOString() ?? null }));
}

async function upsertToast(tx: Tx, id: string, draft: ToastDraft, by: { userId: string; now: Date }): Promise<void> {
  const values = {
    level: draft.level,
    texts: JSON.stringify(draft.text),
    link: draft.link ?? null,
    starts_at: draft.starts_at ?? by.now,
    ends_at: draft.ends_at ?? null,
    audience: draft.audience,
    country_code: draft.country_code ?? null,
    created_by: by.userId,
  };
  await tx
    .insertInto('toasts')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** False if there is none. */
async function removeToast(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('toasts').where('id', '=', id).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** The messages that are due and not announced yet. */
async function listUnannounced(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from toasts where announced_at is null and starts_at <= ${now} and (ends_at is null or ends_at > ${now}) order by starts_at, id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The people that a message is for, in the order of their ids. */
async function listAudience(db: Db | Tx, id: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join toasts t on t.id = ${id}
    where u.id > ${after}::uuid and u.deleted_at is null and ${IS_FOR} order by u.id limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

async function setAnnounced(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('toasts').set({ announced_at: now }).where('id', '=', id).execute();
}

const PEOPLE_BATCH = 500;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Messages of the administrators: a notice that everybody they are for sees once, and a notification. */
export function registerToasts(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const admin = withRole(context, 'admin');
  context.jobs.add({ name: 'announcements', cron: '* * * * *', timeLimit: 900, run: () => announceToasts(context) });

  serve(app, listToasts, loggedIn(context), async ({ caller }) => ({
    data: await listToastsFor(db, caller.userId, caller.language, context.now()),
  }));

  serve(app, listAllToasts, admin, async () => ({ data: await listAll(db) }));

  serve(app, putToast, admin, ({ params: { id }, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      await upsertToast(tx, id, body, { userId: caller.userId, now });
      const details = { audience: body.audience, languages: Object.keys(body.text) };
      await logAct(tx, { actorId: caller.userId, action: 'put_announcement', subject: ['announcement', id], details }, now);
      return undefined;
    }),
  );

  serve(app, deleteToast, admin, ({ params: { id }, caller }) =>
    inTransaction(db, async (tx) => {
      if (await removeToast(tx, id))
        await logAct(tx, { actorId: caller.userId, action: 'delete_announcement', subject: ['announcement', id] }, context.now());
      return undefined;
    }),
  );
}

/**
 * Notifies everybody that a message is for, once its time has come. Progress is stored in batches, and repeating a notification changes
 * nothing, so it may be interrupted at any point. The text is looked up when the notification is read.
 */
export async function announceToasts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const id of await listUnannounced(db, now())) {
    for (let after: string | undefined = FIRST; after !== undefined;) {
      const people: string[] = await listAudience(db, id, after, PEOPLE_BATCH);
      await inTransaction(db, (tx) =>
        insertNotifications(
          tx,
          people.map((userId) => ({ userId, kind: 'announcement', reason: 'everyone', subject: id, causeId: id, at: now() })),
        ),
      );
      after = people.length < PEOPLE_BATCH ? undefined : people.at(-1);
    }
    await setAnnounced(db, id, now());
  }
}
