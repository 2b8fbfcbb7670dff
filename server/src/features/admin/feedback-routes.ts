import { Feedback, getQueuedFeedback, listQueuedFeedback, patchQueuedFeedback, type QueuedFeedback } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { presentReply } from '../feedback/present.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { changeFeedback } from './feedback-change.ts';
import { countQueue, findQueued, listQueue, type QueuedRow } from './feedback-store.ts';

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
