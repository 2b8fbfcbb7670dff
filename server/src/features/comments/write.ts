import { type CommentWrite, mentionedIn } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import { lockRecord } from '../identifications/store.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { type CommentRow, findComment, insertComment, removeOldest, replaceMentions, setDeleted, updateComment } from './store.ts';

/** Only the last of those who commented on a record before are notified. */
const MAX_PARTICIPANTS = 100;

interface Keys {
  id: string;
  observationId: string;
  userId: string;
  now: Date;
}

/**
 * Writes a comment. Of several texts the one written last stays, in whatever order they arrive, and a deleted comment stays deleted; a
 * repeated request changes nothing. A clock that is ahead counts as `now`.
 */
export async function writeComment(tx: Tx, { id, observationId, userId, now }: Keys, body: CommentWrite): Promise<void> {
  const record = await lockRecord(tx, observationId, userId);
  if (!record) throw new Fault('not_found');
  const written = new Date(body.written_at);
  const row: CommentRow = {
    id,
    observation_id: observationId,
    user_id: userId,
    text: body.text.trim(),
    write_id: body.write_id,
    written_at: written < now ? written : now,
    is_edited: body.is_edit,
    deleted_at: null,
  };
  const existing = await findComment(tx, id);
  if (!existing) {
    if (!(await insertComment(tx, row))) throw new Fault('conflict');
  } else {
    requireSame(existing, row);
    if (existing.deleted_at !== null || !isLater(row, existing)) return;
    await updateComment(tx, row);
  }
  const mentioned = mentionedIn(row.text);
  await replaceMentions(tx, id, mentioned);
  await notifyReaders(tx, { id, recordId: observationId, ownerId: record.user_id, authorId: userId, mentioned }, !existing);
}

/** How many deleted comments that never arrived are remembered of a person. */
export const MAX_NEVER_ARRIVED = 200;

/** The id belongs to one comment, and the write id to one text. */
function requireSame(existing: CommentRow, row: CommentRow): void {
  const isOther = existing.user_id !== row.user_id || existing.observation_id !== row.observation_id;
  const isRewritten = existing.write_id === row.write_id && existing.deleted_at === null && existing.text !== row.text;
  if (isOther || isRewritten) throw new Fault('conflict');
}

function isLater(one: CommentRow, other: CommentRow): boolean {
  const difference = one.written_at.getTime() - other.written_at.getTime();
  return one.write_id !== other.write_id && (difference > 0 || (difference === 0 && one.write_id > other.write_id));
}

/**
 * Deletes a comment of the caller. The row stays, so that a write that arrives later does not bring the comment back, even if it is the
 * first. Does nothing to the comment of somebody else. Of comments that never
 * arrived, the latest are remembered: a write is late by minutes, and one that is later than that is stored rather than lost.
 */
export async function removeComment(tx: Tx, { id, observationId, userId, now }: Keys): Promise<void> {
  if (!(await lockRecord(tx, observationId, userId))) throw new Fault('not_found');
  const existing = await findComment(tx, id);
  if (existing) {
    if (existing.user_id === userId && existing.observation_id === observationId) await setDeleted(tx, id, now);
    return;
  }
  const keys = { id, observation_id: observationId, user_id: userId, write_id: id };
  await insertComment(tx, { ...keys, text: '', written_at: now, is_edited: false, deleted_at: now });
  await removeOldest(tx, userId, MAX_NEVER_ARRIVED);
}

interface Written {
  id: string;
  recordId: string;
  ownerId: string;
  authorId: string;
  mentioned: readonly string[];
}

/** Notifies the people that a comment mentions. A new comment also notifies the observer and those who commented on the record before. */
async function notifyReaders(tx: Tx, { id, recordId, ownerId, authorId, mentioned }: Written, isNew: boolean): Promise<void> {
  const event = { subject: recordId, recordId, causeId: id, actorId: authorId };
  const told = new Map<string, NewNotification>();
  const tell = (userId: string, kind: 'comment' | 'mention', reason: NewNotification['reason']) => {
    if (!told.has(userId)) told.set(userId, { ...event, userId, kind, reason });
  };
  for (const person of mentioned) tell(person, 'mention', 'mentioned');
  if (isNew) {
    tell(ownerId, 'comment', 'own_record');
    for (const person of await listParticipants(tx, recordId)) tell(person, 'comment', 'commented');
  }
  await insertNotifications(tx, [...told.values()]);
}

async function listParticipants(tx: Tx, recordId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from comments where observation_id = ${recordId} and deleted_at is null and hidden_at is null
    group by user_id order by max(seq) desc limit ${MAX_PARTICIPANTS}
  `.execute(tx);
  return rows.map((row) => row.user_id);
}
