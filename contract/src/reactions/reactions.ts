import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, NumberText, Uuid, Instant } from '../vocabulary.ts';

/** How many records one request can ask about: more than a page of the feed. */
export const MAX_RECORDS_OF_ACTIVITY = 50;

/** What people did with a record by a tap or a comment. No time is in it, so it does not reveal when the record appeared. */
export const RecordActivity = z.object({
  id: DeviceMadeId,
  /** The emoji used most first. */
  reactions: z.array(z.object({ emoji: z.string(), count: z.int() })),
  own_reaction: z.nullable(z.string()),
  /** Whether the caller's identification is the taxon of the record. */
  agrees: z.boolean(),
  comments: z.int(),
  /** The active identifications, and how many of them are the taxon of the record; older servers send none. */
  identifications: z.optional(z.object({ count: z.int(), agreeing: z.int() })),
});
export type RecordActivity = z.infer<typeof RecordActivity>;

export const listRecordActivity = route({
  method: 'GET',
  path: '/api/reactions',
  summary: 'Reactions by emoji, and the number of comments and identifications of records; those that the caller cannot see are omitted',
  query: z.object({
    /** Comma-separated. */
    ids: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(MAX_RECORDS_OF_ACTIVITY * 37)),
        z.transform((text) => text.split(',')),
      ),
      z.array(DeviceMadeId).check(z.minLength(1), z.maxLength(MAX_RECORDS_OF_ACTIVITY)),
    ),
  }),
  replies: { 200: z.object({ data: z.array(RecordActivity) }) },
});

export const Reaction = z.object({
  user: z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() }),
  emoji: z.string(),
});
export type Reaction = z.infer<typeof Reaction>;

export const listReactions = route({
  method: 'GET',
  path: '/api/observations/:id/reactions',
  summary: 'Who reacted to a record, in no order by time',
  params: z.object({ id: DeviceMadeId }),
  query: z.object({
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(Reaction), next_cursor: z.nullable(z.string()) }) },
});

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
