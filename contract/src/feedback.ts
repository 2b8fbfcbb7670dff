import { z } from 'zod/mini';
import { route } from './route.ts';
import { requiredText, Uuid } from './vocabulary.ts';

export const FEEDBACK_KINDS = ['problem', 'idea', 'data_error', 'translation', 'praise'] as const;
export const FEEDBACK_STATES = ['received', 'planned', 'done', 'declined'] as const;

export const Feedback = z.object({
  id: Uuid,
  kind: z.enum(FEEDBACK_KINDS),
  text: z.string(),
  may_contact: z.boolean(),
  state: z.enum(FEEDBACK_STATES),
  created_at: z.string(),
});
export type Feedback = z.infer<typeof Feedback>;

export const putFeedback = route({
  method: 'PUT',
  path: '/api/feedback/:id',
  summary: 'Send feedback; the id is made on the device, and repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body: z.strictObject({
    kind: z.enum(FEEDBACK_KINDS),
    text: requiredText(5000),
    may_contact: z.boolean(),
    app_version: z.optional(z.string().check(z.maxLength(40))),
  }),
  replies: { 200: z.object({ data: Feedback }) },
});

export const listFeedback = route({
  method: 'GET',
  path: '/api/feedback',
  summary: 'The feedback of the caller, latest first',
  replies: { 200: z.object({ data: z.array(Feedback) }) },
});
