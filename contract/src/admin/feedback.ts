import { z } from 'zod/mini';
import { Feedback, FEEDBACK_KINDS, FeedbackDiagnostics, FeedbackState } from '../feedback.ts';
import { route } from '../route.ts';
import { Cursor, NumberText, requiredText, text, Uuid } from '../vocabulary.ts';

const NamedUser = z.object({ id: Uuid, name: z.string() });

/** Feedback in the queue of the admins. */
export const QueuedFeedback = z.extend(z.omit(Feedback, { replies: true }), {
  /** Null once the account is closed. */
  author: z.nullable(NamedUser),
  /** The admin who takes care of it. */
  assignee: z.nullable(NamedUser),
  replies: z.int(),
  votes: z.int(),
  /** What everyone reads; null if it is not published. */
  public_text: z.nullable(z.string()),
  /** The ticket that it repeats. */
  duplicate_of: z.nullable(z.int()),
});
export type QueuedFeedback = z.infer<typeof QueuedFeedback>;

export const FEEDBACK_VIEWS = ['open', 'mine', 'unassigned', 'published', 'closed', 'all'] as const;

export const listQueuedFeedback = route({
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'As admin, the feedback of everyone, latest first, a page at a time, and how much there is',
  query: z.object({
    /** Part of the text, or a ticket. */
    search: z.optional(text(100)),
    view: z.optional(z.enum(FEEDBACK_VIEWS)),
    kind: z.optional(z.enum(FEEDBACK_KINDS)),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(QueuedFeedback), total: z.int(), next_cursor: z.nullable(z.string()) }) },
});

export const FeedbackDetails = z.extend(QueuedFeedback, {
  /** Only if the author may be contacted about it. */
  email: z.nullable(z.string()),
  diagnostics: FeedbackDiagnostics,
  conversation: Feedback.shape.replies,
});
export type FeedbackDetails = z.infer<typeof FeedbackDetails>;

export const getQueuedFeedback = route({
  method: 'GET',
  path: '/api/admin/feedback/:id',
  summary: 'As admin, one message with its diagnostics and replies',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: FeedbackDetails }) },
});

export const patchQueuedFeedback = route({
  method: 'PATCH',
  path: '/api/admin/feedback/:id',
  summary:
    'As admin, set the state of a message, whom it is assigned to, the text that everyone reads, or the message it duplicates, whose state it then has',
  params: z.object({ id: Uuid }),
  body: z.strictObject({
    state: z.optional(FeedbackState),
    reason: z.optional(text(500)),
    assignee_id: z.optional(z.nullable(Uuid)),
    public_text: z.optional(z.nullable(requiredText(2000))),
    duplicate_of: z.optional(z.nullable(z.int())),
  }),
  replies: { 204: null },
});
