import { deleteConversation, deleteMessage as deleteRoute, putMessage, readMessages } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { ItemError } from '../db/rows';
import { call, readPayload } from '../outbox/operation';
import { itemsBySubject, listCalls, type PendingCall } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the ids of the other person and of the message, with a colon between them. */
export const MESSAGE_SUBJECT = 'message:';
/** Followed by the id of the other person. */
const READ_SUBJECT = 'messages_read:';
const END_SUBJECT = 'messages_end:';

const messageSubject = ({ params }: { params: { id: string; message: string } }) => `${MESSAGE_SUBJECT}${params.id}:${params.message}`;

export const operations = {
  putMessage: call(putMessage, { label: 'message', subject: messageSubject }),
  deleteMessage: call(deleteRoute, { label: 'message_deletion', subject: messageSubject, mayBeGone: true }),
  deleteConversation: call(deleteConversation, {
    label: 'message_deletion',
    subject: ({ params }) => END_SUBJECT + params.id,
    mayBeGone: true,
  }),
  readMessages: call(readMessages, { label: 'message_read', subject: ({ params }) => READ_SUBJECT + params.id, mayBeGone: true }),
};

interface MessageKeys {
  personId: string;
  id: string;
}

/** Writes to a person. Resolves with the id of the message once it is stored on the device; the outbox sends it. */
export async function writeMessage(
  database: UserDatabase,
  personId: string,
  { text, aboutId = null }: { text: string; aboutId?: string | null },
  { id = newId(), now = Date.now() } = {},
): Promise<string> {
  const body = { text: text.trim(), about_id: aboutId, written_at: new Date(now).toISOString() };
  await enqueue(database, operations.putMessage, { params: { id: personId, message: id }, body }, now);
  await afterEnqueue(database);
  return id;
}

/** Deletes a message of the user, for both: one that the server certainly does not have without asking it. */
export async function deleteMessage(database: UserDatabase, { personId, id }: MessageKeys, now = Date.now()): Promise<void> {
  const params = { id: personId, message: id };
  const subject = messageSubject({ params });
  const items = await itemsBySubject(database, subject);
  // What was never tried, or was refused.
  const isOnlyHere =
    items.length > 0 && items.every(({ state, tries }) => state === 'needs_attention' || (state === 'waiting' && tries === 0));
  if (isOnlyHere) await database.write('deletion', [database.outbox], () => database.outbox.where('subject').equals(subject).delete());
  else await enqueue(database, operations.deleteMessage, { params }, now);
  await afterEnqueue(database);
}

/** Deletes a conversation of the user through its latest message; the other person keeps it. */
export async function endConversation(database: UserDatabase, { personId, id }: MessageKeys, now = Date.now()): Promise<void> {
  await enqueue(database, operations.deleteConversation, { params: { id: personId, message: id } }, now);
  await afterEnqueue(database);
}

/** Marks what a person wrote as read, through a message. */
export async function markRead(database: UserDatabase, { personId, id }: MessageKeys, now = Date.now()): Promise<void> {
  await enqueue(database, operations.readMessages, { params: { id: personId }, body: { through: id } }, now);
  await afterEnqueue(database);
}

/** What the user wrote, deleted or read, and the server may not have yet. */
export type MessageChange = Pick<PendingCall, 'at' | 'state'> & { personId: string; id: string } & (
    | { kind: 'put'; text: string; aboutId: string | null; writtenAt: string; error: ItemError | null }
    | { kind: 'deletion' | 'end' | 'read' }
  );

/** The changes that the server accepted since a time, then the unsent ones, in order; of one conversation, or of all. */
export async function messageChanges(database: UserDatabase, since: number, personId = ''): Promise<MessageChange[]> {
  const subjects = [MESSAGE_SUBJECT, END_SUBJECT, READ_SUBJECT];
  const calls = await Promise.all(subjects.map((subject) => listCalls(database, subject + personId, since)));
  return calls.flat().flatMap((one): MessageChange[] => {
    const { at, state, error } = one;
    const put = readPayload(one, operations.putMessage);
    if (put) {
      const { text, about_id, written_at } = put.body;
      const facts = { text, aboutId: about_id ?? null, writtenAt: written_at, error };
      return [{ kind: 'put', personId: put.params.id, id: put.params.message, at, state, ...facts }];
    }
    const read = readPayload(one, operations.readMessages);
    if (read) return [{ kind: 'read', personId: read.params.id, id: read.body.through, at, state }];
    const end = readPayload(one, operations.deleteConversation);
    const gone = end ?? readPayload(one, operations.deleteMessage);
    return gone ? [{ kind: end ? 'end' : 'deletion', personId: gone.params.id, id: gone.params.message, at, state }] : [];
  });
}
