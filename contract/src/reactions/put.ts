import { z } from 'zod/mini';
import { route } from '../route.ts';
import { DeviceMadeId, Instant, Uuid } from '../vocabulary.ts';

/* Apart from `reactions.ts`, because the outbox has this in the first load of the app. */

export const ReactionWrite = z.object({
  /** One of `REACTION_EMOJI`, which the server checks; null takes the reaction back. */
  emoji: z.nullable(z.string().check(z.maxLength(16))),
  /** Made once per choice, and the same in every retry. */
  write_id: Uuid,
  /** When the person chose, by the clock of the device: the last choice counts, in whatever order they arrive. */
  chosen_at: Instant,
});
export type ReactionWrite = z.infer<typeof ReactionWrite>;

export const putReaction = route({
  method: 'PUT',
  path: '/api/observations/:id/reaction',
  summary:
    'Set or take back the reaction of the caller to a record. Repeating the request, or an older one that arrives later, changes nothing; 409 for a write id in use with another emoji',
  params: z.object({ id: DeviceMadeId }),
  body: ReactionWrite,
  replies: { 204: null },
});
