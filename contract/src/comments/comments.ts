import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, NumberText, text, Uuid } from '../vocabulary.ts';

export const Comment = z.object({
  id: DeviceMadeId,
  /** The name is empty once the account is closed. */
  user: z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() }),
  text: z.string(),
  /** The people that the text mentions, with their current names. */
  mentions: z.array(z.object({ id: Uuid, name: z.string() })),
  is_edited: z.boolean(),
  /** Null for others if the record hides its place (docs/decisions/0016-coordinates-and-geoprivacy.md). */
  created_at: z.nullable(z.string()),
});
export type Comment = z.infer<typeof Comment>;

export const listComments = route({
  method: 'GET',
  path: '/api/observations/:id/comments',
  summary: 'The comments on a record, the first received first, 100 per page',
  params: z.object({ id: DeviceMadeId }),
  query: z.object({
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(Comment), next_cursor: z.nullable(z.string()) }) },
});

export const MentionedPerson = z.object({ id: Uuid, name: z.string() });
export type MentionedPerson = z.infer<typeof MentionedPerson>;

export const listMentionable = route({
  method: 'GET',
  path: '/api/comments/people',
  summary: 'People to mention: up to 20 who opted in to the community and whose name starts with a text',
  query: z.object({ name: text(60).check(z.minLength(1)) }),
  replies: { 200: z.object({ data: z.array(MentionedPerson) }) },
});
