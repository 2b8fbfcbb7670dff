import type { Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import type { Caller } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { findFeedback, findReply, insertReply } from './store.ts';

export interface ReplyInput {
  id: string;
  feedbackId: string;
  text: string;
  caller: Caller;
  now: Date;
}

/** Stores a reply of the author or of an admin; 404 for everybody else. Repeating it changes nothing. */
export async function reply(tx: Tx, { id, feedbackId, text, caller, now }: ReplyInput): Promise<void> {
  const feedback = await findFeedback(tx, feedbackId);
  const isTeam = caller.roles.includes('admin') && feedback?.user_id !== caller.userId;
  if (!feedback || (feedback.user_id !== caller.userId && !isTeam)) throw new Fault('not_found');
  const row = { id, feedback_id: feedbackId, author_id: caller.userId, is_team: isTeam, text, created_at: now };
  if (await insertReply(tx, row)) {
    if (isTeam) await logAct(tx, { actorId: caller.userId, action: 'reply_feedback', subject: ['feedback', feedbackId] }, now);
    return;
  }
  const existing = await findReply(tx, id);
  if (existing?.author_id !== caller.userId || existing.feedback_id !== feedbackId) throw new Fault('not_found');
}
