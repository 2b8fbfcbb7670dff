import { type BodyOf, putFeedback } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call } from '../outbox/operation';
import { afterEnqueue, enqueue } from '../outbox/store';

export const FEEDBACK_SUBJECT = 'feedback:';

export const operations = {
  sendFeedback: call(putFeedback, { label: 'feedback', subject: ({ params }) => FEEDBACK_SUBJECT + params.id }),
};

/** Resolves once the message is stored on this device; the outbox sends it. */
export async function sendFeedback(database: UserDatabase, message: BodyOf<typeof putFeedback>, now = Date.now()): Promise<void> {
  await enqueue(database, operations.sendFeedback, { params: { id: newId() }, body: { ...message, text: message.text.trim() } }, now);
  await afterEnqueue(database);
}
