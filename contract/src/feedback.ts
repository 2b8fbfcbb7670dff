import { z } from 'zod/mini';
import { route } from './route.ts';
import { Language, requiredText, text, Uuid } from './vocabulary.ts';

export const FEEDBACK_KINDS = ['problem', 'idea', 'data_error', 'translation', 'praise'] as const;
export const FEEDBACK_STATES = ['received', 'planned', 'done', 'declined'] as const;
export const FeedbackState = z.enum(FEEDBACK_STATES);
export type FeedbackState = z.infer<typeof FeedbackState>;

/** What a device says about itself. The person sees all of it before sending, and can leave out each part. */
export const FeedbackDiagnostics = z.strictObject({
  app_version: z.optional(text(40)),
  /** Browser and system. */
  platform: z.optional(text(300)),
  language: z.optional(Language),
  /** What the screen of an error shows. */
  error: z.optional(text(1000)),
  /** The latest messages of the app, oldest first, without places, addresses and keys. */
  log: z.optional(z.array(text(300)).check(z.maxLength(50))),
  /** How much waits in the outbox. */
  outbox: z.optional(
    z.strictObject({ records: z.int().check(z.gte(0)), changes: z.int().check(z.gte(0)), attention: z.int().check(z.gte(0)) }),
  ),
});
export type FeedbackDiagnostics = z.infer<typeof FeedbackDiagnostics>;

/** A picture in base64. It travels with the message, so that both arrive or neither. */
export const MAX_SCREENSHOT_CHARACTERS = 2_000_000;
const Screenshot = z
  .string()
  .check(z.maxLength(MAX_SCREENSHOT_CHARACTERS, { error: 'too_long' }), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'invalid' }));

export const FeedbackReply = z.object({
  id: Uuid,
  text: z.string(),
  /** Whether an admin wrote it. */
  is_team: z.boolean(),
  at: z.string(),
});
export type FeedbackReply = z.infer<typeof FeedbackReply>;

export const Feedback = z.object({
  id: Uuid,
  /** Short, for people to name it. */
  ticket: z.int(),
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string(),
  may_contact: z.boolean(),
  has_screenshot: z.boolean(),
  /** Of duplicates, that of the one they were merged into. */
  state: FeedbackState,
  /** Why it is declined; may be empty. */
  reason: z.string(),
  replies: z.array(FeedbackReply),
  created_at: z.string(),
});
export type Feedback = z.infer<typeof Feedback>;

export const putFeedback = route({
  method: 'PUT',
  path: '/api/feedback/:id',
  summary:
    'Send feedback; the id is made on the device, and repeating the request changes nothing. A screenshot that cannot be read as a picture is left out',
  params: z.object({ id: Uuid }),
  body: z.strictObject({
    kind: z.enum(FEEDBACK_KINDS),
    text: requiredText(5000),
    may_contact: z.boolean(),
    /** As in `diagnostics`; earlier versions of the app send it here. */
    app_version: z.optional(z.string().check(z.maxLength(40))),
    diagnostics: z.optional(FeedbackDiagnostics),
    screenshot: z.optional(Screenshot),
  }),
  replies: { 200: z.object({ data: Feedback }) },
});

export const listFeedback = route({
  method: 'GET',
  path: '/api/feedback',
  summary: 'The feedback of the caller, latest first, with what became of it',
  replies: { 200: z.object({ data: z.array(Feedback) }) },
});

export const MAX_REPLY = 2000;

export const putFeedbackReply = route({
  method: 'PUT',
  path: '/api/feedback/:id/replies/:reply',
  summary: 'Reply to feedback, as its author or as an admin; repeating the request changes nothing',
  params: z.object({ id: Uuid, reply: Uuid }),
  body: z.strictObject({ text: requiredText(MAX_REPLY) }),
  replies: { 204: null },
});

export const getFeedbackScreenshot = route({
  method: 'GET',
  path: '/api/feedback/:id/screenshot',
  summary: 'The screenshot of feedback; for its author and admins',
  params: z.object({ id: Uuid }),
  replies: { 200: z.any() },
  replyType: 'image/webp',
});

/** Feedback that an admin has published, in the words of the admin and without its author. */
export const PublicIdea = z.object({
  id: Uuid,
  ticket: z.int(),
  text: z.string(),
  state: FeedbackState,
  reason: z.string(),
  votes: z.int(),
  has_voted: z.boolean(),
});
export type PublicIdea = z.infer<typeof PublicIdea>;

export const listIdeas = route({
  method: 'GET',
  path: '/api/feedback/ideas',
  summary: 'Published ideas, at most 200: open ones before those that are done or declined, most votes first',
  replies: { 200: z.object({ data: z.array(PublicIdea) }) },
});

export const putVote = route({
  method: 'PUT',
  path: '/api/feedback/:id/vote',
  summary: 'Vote for a published idea; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

export const deleteVote = route({
  method: 'DELETE',
  path: '/api/feedback/:id/vote',
  summary: 'Take back a vote; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});
