import type { BodyOf, patchQueuedFeedback } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { logAct } from '../operations/audit.ts';
import { lockUser } from '../accounts/store.ts';
import { type FeedbackChange, moveDuplicates, updateFeedback } from '../feedback/store.ts';
import { findTicket, lockFeedback } from './feedback-store.ts';

interface Change {
  id: string;
  actorId: string;
  body: BodyOf<typeof patchQueuedFeedback>;
  now: Date;
}

/** Changes what becomes of a message, and logs it. */
export async function changeFeedback(tx: Tx, { id, actorId, body, now }: Change): Promise<void> {
  const before = await lockFeedback(tx, id);
  if (!before) throw new Fault('not_found');
  const { duplicate_of: ticket, ...set } = body;
  const change: FeedbackChange = { ...set };
  if (set.reason !== undefined) change.reason = set.reason.trim();
  if (set.public_text) change.public_text = set.public_text.trim();
  if (set.assignee_id && !(await lockUser(tx, set.assignee_id))?.roles.includes('admin')) throw invalid('assignee_id', 'choice');
  const state = set.state ?? before.state;
  if (set.state !== undefined) change.closed_at = state === 'done' || state === 'declined' ? (before.closed_at ?? now) : null;
  if (ticket !== undefined) change.duplicate_of = ticket === null ? null : await targetOf(tx, id, ticket);
  if (change.duplicate_of) {
    await moveDuplicates(tx, id, change.duplicate_of);
    // Everybody votes for the one that stays.
    change.public_text = null;
  }
  if (Object.keys(change).length === 0) return;
  await updateFeedback(tx, id, change);
  const details = {
    ...(set.state === undefined ? {} : { state: set.state }),
    ...(ticket ? { duplicate_of: `#${ticket}` } : {}),
    ...(set.public_text === undefined ? {} : { is_published: set.public_text !== null }),
  };
  await logAct(tx, { actorId, action: 'change_feedback', subject: ['feedback', id], details }, now);
}

/** The message with a ticket, or the one that this repeats; 422 if there is none, or if it would repeat itself. */
async function targetOf(tx: Tx, id: string, ticket: number): Promise<string> {
  const found = await findTicket(tx, ticket);
  const target = found?.duplicate_of ?? found?.id;
  if (target === undefined || target === id) throw invalid('duplicate_of', 'ticket');
  return target;
}
