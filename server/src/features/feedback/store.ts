import type { FeedbackReply } from '@veld/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

export type FeedbackRow = Selectable<Tables['feedback']>;

/** JSON of PostgreSQL has times with another form than the contract. */
export type ReplyJson = FeedbackReply;

/** Feedback with its replies, and with the state of the one that it repeats. */
export type ListedFeedback = FeedbackRow & { replies: ReplyJson[] };

/** The replies to the feedback `f`, oldest first. */
export const REPLIES: RawBuilder<ReplyJson[]> = sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'text', r.text, 'is_team', r.is_team, 'at', r.created_at) order by r.created_at, r.id)
  from feedback_replies r where r.feedback_id = f.id
), '[]')`;
/** The state of the feedback `f`, or of the one `d` that it repeats, with the reason. */
export const STATE = sql`coalesce(d.state, f.state) as state, case when d.id is null then f.reason else d.reason end as reason`;

/** The columns of `f` that a list for its author needs. */
const LISTED = sql`f.*, ${STATE}, ${REPLIES} as replies`;

export async function listUserFeedback(db: Db, userId: string): Promise<ListedFeedback[]> {
  const { rows } = await sql<ListedFeedback>`
    select ${LISTED} from feedback f left join feedback d on d.id = f.duplicate_of
    where f.user_id = ${userId} order by f.created_at desc, f.id limit 500
  `.execute(db);
  return rows;
}

export async function findFeedback(db: Db | Tx, id: string): Promise<ListedFeedback | undefined> {
  const { rows } = await sql<ListedFeedback>`
    select ${LISTED} from feedback f left join feedback d on d.id = f.duplicate_of where f.id = ${id}
  `.execute(db);
  return rows[0];
}

/**
 * The times of a person's feedback since a time, oldest first. Locks the person's row, so that simultaneous requests are counted one
 * after another.
 */
export async function lockFeedbackSince(tx: Tx, userId: string, since: Date): Promise<Date[]> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const sent = await tx
    .selectFrom('feedback')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return sent.map((row) => row.created_at);
}

export type NewFeedback = Pick<
  FeedbackRow,
  'id' | 'user_id' | 'kind' | 'text' | 'may_contact' | 'app_version' | 'diagnostics' | 'created_at'
>;

/** Inserts feedback. Undefined if the id exists already. */
export async function insertFeedback(tx: Tx, row: NewFeedback): Promise<FeedbackRow | undefined> {
  return tx
    .insertInto('feedback')
    .values({ ...row, diagnostics: JSON.stringify(row.diagnostics) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setScreenshot(db: Db, id: string, hasScreenshot: boolean): Promise<void> {
  await db.updateTable('feedback').set({ has_screenshot: hasScreenshot }).where('id', '=', id).execute();
}

export interface NewReply {
  id: string;
  feedback_id: string;
  author_id: string;
  is_team: boolean;
  text: string;
  created_at: Date;
}

/** False if the id exists already. */
export async function insertReply(tx: Tx, row: NewReply): Promise<boolean> {
  const made = await tx
    .insertInto('feedback_replies')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

export async function findReply(tx: Tx, id: string): Promise<Selectable<Tables['feedback_replies']> | undefined> {
  return tx.selectFrom('feedback_replies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The ids of a person's feedback that has a screenshot. */
export async function listScreenshots(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('feedback').select('id').where('user_id', '=', userId).where('has_screenshot', '=', true).execute();
  return rows.map((row) => row.id);
}

/** Screenshots that nobody needs any more: of feedback that was closed before a time, as was what a duplicate repeats, and of erased accounts. */
export async function listOldScreenshots(db: Db, closedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f join users u on u.id = f.user_id left join feedback d on d.id = f.duplicate_of
    where f.has_screenshot and (case when d.id is null then f.closed_at else d.closed_at end < ${closedBefore} or u.erased_at is not null) limit 1000
  `.execute(db);
  return rows.map((row) => row.id);
}

export async function removeUserFeedback(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('feedback_votes').where('user_id', '=', userId).execute();
  await db.deleteFrom('feedback').where('user_id', '=', userId).execute();
}

/** Forgets that the team may write to a person about their feedback. */
export async function forbidContact(db: Db, userId: string): Promise<void> {
  await db.updateTable('feedback').set({ may_contact: false }).where('user_id', '=', userId).execute();
}

export type FeedbackChange = Partial<Pick<FeedbackRow, 'state' | 'reason' | 'assignee_id' | 'public_text' | 'duplicate_of' | 'closed_at'>>;

export async function updateFeedback(tx: Tx, id: string, change: FeedbackChange): Promise<void> {
  await tx.updateTable('feedback').set(change).where('id', '=', id).execute();
}

/** What repeated a message that is now itself a duplicate belongs to the same one; so do its votes. */
export async function moveDuplicates(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('feedback').set({ duplicate_of: to }).where('duplicate_of', '=', from).execute();
  await sql`
    insert into feedback_votes (feedback_id, user_id) select ${to}, user_id from feedback_votes where feedback_id = ${from}
    on conflict do nothing
  `.execute(tx);
}

const BURST = 10;
const INTERVAL_MS = 15 * 60_000;
/** Feedback older than this no longer counts. */
export const WINDOW_MS = 86_400_000;

/**
 * Milliseconds until a person may send feedback again; 0 for now. A leaky bucket: ten at once, then one every 15 minutes, so that
 * feedback collected offline is sent step by step and the wait is at most 15 minutes. `sent` is in order of time.
 */
export function waitFor(sent: Date[], now: Date): number {
  let emptyAt = 0;
  for (const at of sent) emptyAt = Math.max(emptyAt, at.getTime()) + INTERVAL_MS;
  return Math.max(0, emptyAt - now.getTime() - (BURST - 1) * INTERVAL_MS);
}
