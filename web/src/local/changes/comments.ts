import { deleteComment as deleteRoute, MentionedPerson, putComment } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { deviceSetting, validElements } from '../device/device-setting';
import { call, hasOperation, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall, itemsBySubject } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the ids of the record and of the comment, with a colon between them. */
export const COMMENT_SUBJECT = 'comment:';

const commentSubject = ({ params }: { params: { id: string; comment: string } }) => `${COMMENT_SUBJECT}${params.id}:${params.comment}`;

export const operations = {
  putComment: call(putComment, { label: 'comment', subject: commentSubject }),
  deleteComment: call(deleteRoute, { label: 'comment_deletion', subject: commentSubject, mayBeGone: true }),
};

interface CommentKeys {
  recordId: string;
  id: string;
}

/** What the user wrote or deleted and the server may not have yet. */
export type CommentChange = { id: string; at: number; state: PendingCall['state'] } & (
  | { kind: 'put'; text: string; isEdit: boolean }
  | { kind: 'deletion' }
);

/** Writes a comment, or edits it with the id of an existing one. Resolves with the id once it is stored on the device. */
export async function writeComment(
  database: UserDatabase,
  { recordId, id = newId() }: { recordId: string; id?: string },
  text: string,
  { isEdit = false, now = Date.now() }: { isEdit?: boolean; now?: number } = {},
): Promise<string> {
  const keys = { recordId, id };
  const written = {
    text: text.trim(),
    write_id: newId(),
    written_at: new Date(now).toISOString(),
    // Nobody has read a text that never left the device.
    is_edit: isEdit && !(await isOnlyHere(database, keys)),
  };
  await enqueue(database, operations.putComment, { params: { id: recordId, comment: id }, body: written }, now);
  await afterEnqueue(database);
  return id;
}

/** Deletes a comment of the user: one that never left the device without asking the server. */
export async function deleteComment(database: UserDatabase, keys: CommentKeys, now = Date.now()): Promise<void> {
  if (await isOnlyHere(database, keys)) {
    await database.write('deletion', [database.outbox], () => database.outbox.where('subject').equals(subjectOf(keys)).delete());
  } else {
    await enqueue(database, operations.deleteComment, { params: { id: keys.recordId, comment: keys.id } }, now);
  }
  await afterEnqueue(database);
}

const subjectOf = ({ recordId, id }: CommentKeys) => commentSubject({ params: { id: recordId, comment: id } });

/** Whether the server certainly has no text of a comment. */
async function isOnlyHere(database: UserDatabase, keys: CommentKeys): Promise<boolean> {
  const items = await itemsBySubject(database, subjectOf(keys));
  const isUntried = items.every(
    (item) => item.state === 'waiting' && item.tries === 0 && !readPayload(item, operations.putComment)?.body.is_edit,
  );
  return items.length > 0 && isUntried && items.every((item) => !hasOperation(item, operations.deleteComment));
}

/** The changes to the comments on a record that the server accepted since a time, then the unsent ones, in order. */
export async function commentChanges(database: UserDatabase, recordId: string, since: number): Promise<CommentChange[]> {
  const calls = await listCalls(database, `${COMMENT_SUBJECT}${recordId}:`, since);
  return calls.map((one) => {
    const { at, state } = one;
    const put = readPayload(one, operations.putComment);
    if (put) return { id: put.params.comment, at, state, kind: 'put', text: put.body.text, isEdit: put.body.is_edit };
    const deletion = readPayload(one, operations.deleteComment);
    if (!deletion) throw new Error(`${one.route} is no comment`);
    return { id: deletion.params.comment, at, state, kind: 'deletion' };
  });
}

const MOST = 100;

/** The people that the user mentioned on this device, the last one first, for the names in unsent comments. */
const mentioned = deviceSetting('mentioned_people', validElements(z.object({ id: z.string(), name: MentionedPerson.shape.name })));

export function mentionedPeople(database: UserDatabase): Promise<MentionedPerson[]> {
  return mentioned.read(database);
}

export async function rememberMentioned(database: UserDatabase, people: readonly MentionedPerson[]): Promise<void> {
  if (people.length === 0) return;
  const ids = new Set(people.map(({ id }) => id));
  await mentioned.update(database, (before) => [...people, ...before.filter(({ id }) => !ids.has(id))].slice(0, MOST));
}
