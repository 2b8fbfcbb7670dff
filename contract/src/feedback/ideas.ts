import { z } from 'zod/mini';
import { FeedbackState } from '../feedback.ts';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';

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
