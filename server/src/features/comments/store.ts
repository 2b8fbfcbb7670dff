import { type MentionedPerson, formatMention } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isCommentShownTo, isUnblocked } from '../../db/visibility.ts';
import { isListed } from '../accounts/store.ts';
import type { Context } from '../../http/context.ts';

export interface CommentRow {
  id: string;
  observation_id: string;
  user_id: string;
  text: string;
  write_id: string;
  written_at: Date;
  is_edited: boolean;
  deleted_at: Date | null;
}

/** A comment with what a list shows of it. */
export interface ListedComment {
  id: string;
  user_id: string;
  user_name: string;
  user_is_pro: boolean;
  text: string;
  is_edited: boolean;
  created_at: Date;
  mentions: MentionedPerson[];
}

export async function findComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  return tx
    .selectFrom('comments')
    .select(['id', 'observation_id', 'user_id', 'text', 'write_id', 'written_at', 'is_edited', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Inserts a comment, or the row that remains of one that was deleted. False if the id is in use. */
export async function insertComment(tx: Tx, row: CommentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('comments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateComment(tx: Tx, { id, text, write_id, written_at, is_edited }: CommentRow): Promise<void> {
  await tx.updateTable('comments').set({ text, write_id, written_at, is_edited }).where('id', '=', id).execute();
}

/** Empties a comment. Does nothing to one that is deleted. */
export async function setDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    with mentioned as (delete from comment_mentions where comment_id = ${id})
    update comments set text = '', deleted_at = ${now} where id = ${id} and deleted_at is null
  `.execute(tx);
}

/** Forgets the oldest of a person's deleted comments that never arrived. */
export async function removeOldest(tx: Tx, userId: string, kept: number): Promise<void> {
  await sql`
    delete from comments c where c.user_id = ${userId} and c.id in (
      select n.id from comments n where n.user_id = ${userId} and n.deleted_at is not null and n.write_id = n.id
      order by n.deleted_at desc, n.id desc offset ${kept}
    )
  `.execute(tx);
}

/** Replaces the people that a comment mentions. Ids without an account are left out. */
export async function replaceMentions(tx: Tx, id: string, people: readonly string[]): Promise<void> {
  await sql`
    with removed as (delete from comment_mentions where comment_id = ${id} and user_id <> all(${[...people]}::uuid[]))
    insert into comment_mentions (comment_id, user_id)
    select ${id}, u.id from users u where u.id = any(${[...people]}::uuid[]) and u.deleted_at is null
    on conflict do nothing
  `.execute(tx);
}

/** The position of a comment among those of its record; undefined for an unknown one. */
export async function findPosition(db: Db, recordId: string, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('comments').select('seq').where('id', '=', id).where('observation_id', '=', recordId).executeTakeFirst();
  return row?.seq;
}

/** The comments on a record that a person may read, the first received first. */
export async function listRecordComments(
  db: Db,
  recordId: string,
  { callerId, after, limit }: { callerId: string; after: number; limit: number },
): Promise<ListedComment[]> {
  const { rows } = await sql<ListedComment>`
    select c.id, c.user_id, cu.name as user_name, cu.is_pro as user_is_pro, c.text, c.is_edited, c.created_at,
      coalesce((
        select json_agg(json_build_object('id', mu.id, 'name', mu.name) order by mu.id)
        from comment_mentions cm join users mu on mu.id = cm.user_id
        where cm.comment_id = c.id and ${isUnblocked(sql`mu.id`, callerId)}
      ), '[]') as mentions
    from comments c join users cu on cu.id = c.user_id
    where c.observation_id = ${recordId} and c.seq > ${after} and ${isCommentShownTo(callerId)}
    order by c.seq limit ${limit}
  `.execute(db);
  return rows;
}

/** Hides a comment from everybody but its author and moderators, or shows it again. */
export async function setCommentHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ hidden_at: isHidden ? sql`now()` : null })
    .where('id', '=', id)
    .execute();
}

/** Listed people other than the caller whose name starts with a text. */
export async function findMentionable(
  db: Db,
  { name, callerId, sendsMail, limit }: { name: string; callerId: string; sendsMail: boolean; limit: number },
): Promise<MentionedPerson[]> {
  const lower = sql`lower(u.name) collate "C"`;
  const { rows } = await sql<MentionedPerson>`
    select u.id, u.name from users u
    where ${lower} >= lower(${name}) collate "C" and ${lower} < (lower(${name}) || chr(1114111)) collate "C"
      and u.deleted_at is null and ${isListed(sendsMail)} and u.id <> ${callerId} and ${isUnblocked(sql`u.id`, callerId)}
    order by ${lower}, u.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Erases a person's comments, and where others mention the person. Idempotent. */
export async function eraseComments({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('comments').where('user_id', '=', userId).execute();
  // The words of others stay, without the id of the person.
  await sql`
    update comments set text = replace(text, ${formatMention(userId)}, '@…')
    where id in (select comment_id from comment_mentions where user_id = ${userId})
  `.execute(db);
  await db.deleteFrom('comment_mentions').where('user_id', '=', userId).execute();
}
