import { type BodyOf, Feedback, getQueuedFeedback, listQueuedFeedback, patchQueuedFeedback, type QueuedFeedback } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { lockUser } from '../accounts/store.ts';
import { presentReply } from '../feedback/present.ts';
import { type FeedbackChange, moveDuplicates, updateFeedback } from '../feedback/store.ts';
import { logAct } from '../operations/audit.ts';
import { countQueue, findQueued, findTicket, listQueue, lockFeedback, type QueuedRow } from './feedback-store.ts';

const PAGE = 50;

/** The feedback of everybody. Admins reply by the same route as its authors. */
export function serveFeedbackQueue(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listQueuedFeedback, access, async ({ query, caller }) => {
    const { limit = PAGE, cursor, ...filter } = query;
    const wanted = { ...filter, adminId: caller.userId };
    const rows = await listQueue(db, wanted, { after: readPosition('feedback', cursor), limit: limit + 1 });
    const page = presentPage(rows, limit, { list: 'feedback', positionOf: ({ position, id }) => [position, id], present: presentQueued });
    return { ...page, total: await countQueue(db, wanted) };
  });

  serve(app, getQueuedFeedback, access, async ({ params }) => {
    const row = await findQueued(db, params.id);
    if (!row) throw new Fault('not_found');
    const { email, diagnostics, conversation } = row;
    return { data: { ...presentQueued(row), email, diagnostics, conversation: conversation.map(presentReply) } };
  });

  serve(app, patchQueuedFeedback, access, ({ params: { id }, body, caller }) =>
    inTransaction(db, async (tx) => {
      await changeFeedback(tx, { id, actorId: caller.userId, body, now: context.now() });
      return undefined;
    }),
  );
}

function presentQueued(row: QueuedRow): QueuedFeedback {
  const { id, ticket, text, may_contact, has_screenshot, state, reason, replies, votes, public_text } = row;
  return {
    id,
    ticket,
    kind: Feedback.shape.kind.parse(row.kind),
    text,
    may_contact,
    has_screenshot,
    state,
    reason,
    created_at: row.created_at.toISOString(),
    author: row.author_name === null ? null : { id: row.user_id, name: row.author_name },
    assignee: row.assignee_id === null || row.assignee_name === null ? null : { id: row.assignee_id, name: row.assignee_name },
    replies,
    votes,
    public_text,
    duplicate_of: row.duplicate_ticket,
  };
}

interface Change {
  id: string;
  actorId: string;
  body: BodyOf<typeof patchQueuedFeedback>;
  now: Date;
}

/** Changes what becomes of a message, and logs it. */
async function changeFeedback(tx: Tx, { id, actorId, body, now }: Change): Promise<void> {
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
