import { PROJECT_LIMITS, type ProjectNewsWrite } from '@veld/contract';
import { sql } from 'kysely';
import { onlyRow } from '../../db/rows.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnblocked } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { insertNotifications } from '../notifications/write.ts';

const DAY_MS = 86_400_000;
/** News whose participants are notified in one run of the job. */
const MAX_ANNOUNCED = 100;
/** Participants who are notified in one transaction. */
const BATCH = 1_000;

export interface NewsRow {
  id: string;
  user_id: string;
  user_name: string;
  text: string;
  notifies: boolean;
  created_at: Date;
}

export interface NewsPosition {
  created_at: string;
  id: string;
}

/** The news of a project, latest first, without those of people who have a block with the caller. */
export async function listNewsRows(
  db: Db,
  projectId: string,
  { callerId, after, limit }: { callerId: string; after: NewsPosition | null; limit: number },
): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select w.id, w.user_id, u.name as user_name, w.text, w.notifies, w.created_at
    from project_news w cross join lateral (select * from users where id = w.user_id offset 0) u
    where w.project_id = ${projectId} and w.removed_at is null and u.erase_after is null and ${isUnblocked(sql`w.user_id`, callerId)}
      ${after ? sql`and (w.created_at, w.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by w.created_at desc, w.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface NewsKeys {
  id: string;
  projectId: string;
  userId: string;
  now: Date;
}

/**
 * Posts news of a project, which its transaction has locked. Repeating it changes nothing, and news that were removed stay so. 422 for
 * more news, or more that notify, than a project can have in a day.
 */
export async function postNews(tx: Tx, { id, projectId, userId, now }: NewsKeys, { text, notifies }: ProjectNewsWrite): Promise<void> {
  const row = { id, project_id: projectId, user_id: userId, text: text.trim(), notifies, created_at: now };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('project_news')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return requireSame(tx, row);
  const { news, notifying } = await countSince(tx, projectId, new Date(now.getTime() - DAY_MS));
  if (news > PROJECT_LIMITS.newsPerDay) throw invalid('text', 'news_limit');
  if (notifies && notifying > PROJECT_LIMITS.notifyingPerDay) throw invalid('notifies', 'news_limit');
}

/** The id belongs to one piece of news. */
async function requireSame(
  tx: Tx,
  { id, project_id, user_id, text }: { id: string; project_id: string; user_id: string; text: string },
): Promise<void> {
  const stored = await tx.selectFrom('project_news').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const isSame = stored.project_id === project_id && stored.user_id === user_id && stored.text === text;
  if (!isSame) throw new Fault('conflict');
}

/** The news of a project since a time, removed ones included, and those of them that notify. */
async function countSince(tx: Tx, projectId: string, since: Date): Promise<{ news: number; notifying: number }> {
  const { rows } = await sql<{ news: number; notifying: number }>`
    select count(*)::integer as news, (count(*) filter (where notifies))::integer as notifying
    from project_news where project_id = ${projectId} and created_at > ${since}
  `.execute(tx);
  return onlyRow(rows);
}

/** Takes news off the page of a project. Does nothing to what is removed or unknown. */
export async function removeNews(tx: Tx, projectId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('project_news')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute();
}

interface DueNews {
  id: string;
  project_id: string;
  user_id: string;
}

/**
 * Notifies the participants of news that are to notify them. Each is notified once of each piece of news, however often this runs; the
 * news of a project are one entry.
 */
export async function announceNews({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { rows } = await sql<DueNews>`
    select id, project_id, user_id from project_news where notifies and announced_at is null and removed_at is null
    order by created_at, id limit ${MAX_ANNOUNCED}
  `.execute(db);
  for (const news of rows) {
    for (let after: string | null = null; ;) {
      const last: string | null = await inTransaction(db, (tx) => tellBatch(tx, news, after, now()));
      if (last === null) break;
      after = last;
    }
    await db.updateTable('project_news').set({ announced_at: now() }).where('id', '=', news.id).execute();
  }
}

/** Notifies the next participants; the last of them, or null if there are no more. */
async function tellBatch(tx: Tx, { id, project_id, user_id }: DueNews, after: string | null, at: Date): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from project_members where project_id = ${project_id} ${after === null ? sql`` : sql`and user_id > ${after}::uuid`}
    order by user_id limit ${BATCH}
  `.execute(tx);
  const facts = { project_id, moment: 'news', path: `/projects/${project_id}#news` } as const;
  const event = { kind: 'project', reason: 'member', subject: `${project_id} news`, causeId: id, actorId: user_id, facts, at } as const;
  await insertNotifications(
    tx,
    rows.map((row) => ({ ...event, userId: row.user_id })),
  );
  return rows.length < BATCH ? null : rows.at(-1)!.user_id;
}

/** Erases the news that a person wrote. Idempotent. */
export async function eraseNews({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('project_news').where('user_id', '=', userId).execute();
}
