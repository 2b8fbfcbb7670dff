import { type CommentWrite, deleteComment as deleteRoute } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import { listCalls, type PendingCall } from '../../outbox/calls';
import { itemsBySubject } from '../../outbox/items-by-subject';
import { COMMENT_SUBJECT, operations, routeKey } from '../../outbox/operations';
import { afterEnqueue, enqueue } from '../../outbox/store';

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

const subjectOf = ({ recordId, id }: CommentKeys) => `${COMMENT_SUBJECT}${recordId}:${id}`;

/** Whether the server certainly has no text of a comment. */
async function isOnlyHere(database: UserDatabase, keys: CommentKeys): Promise<boolean> {
  const items = await itemsBySubject(database, subjectOf(keys));
  const isUntried = items.every((item) => item.state === 'waiting' && item.tries === 0 && !(item.input.body as CommentWrite)?.is_edit);
  return items.length > 0 && isUntried && items.every((item) => item.route !== DELETION);
}

const DELETION = routeKey(deleteRoute);

/** The changes to the comments on a record that the server accepted since a time, then the unsent ones, in order. */
export async function commentChanges(database: UserDatabase, recordId: string, since: number): Promise<CommentChange[]> {
  const calls = await listCalls(database, `${COMMENT_SUBJECT}${recordId}:`, since);
  return calls.map(({ route, input, at, state }) => {
    const facts = { id: input.params!.comment!, at, state };
    if (route === DELETION) return { ...facts, kind: 'deletion' };
    const { text, is_edit: isEdit } = input.body as CommentWrite;
    return { ...facts, kind: 'put', text, isEdit };
  });
}
