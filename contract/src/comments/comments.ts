import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, NumberText, text, Uuid, Instant, requiredText } from '../vocabulary.ts';

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

/* Apart from `comments.ts`, because the outbox has this in the first load of the app. */

/** Limit in characters of a comment, as stored: a mention counts as its id. */
export const MAX_COMMENT = 2000;

export const CommentWrite = z.object({
  /** Plain text with mentions and species (`parts.ts`). */
  text: requiredText(MAX_COMMENT),
  /** Made once per saving, and the same in every retry. */
  write_id: Uuid,
  /** When the person saved it, by the clock of the device: the last text counts, in whatever order they arrive. */
  written_at: Instant,
  /** Whether it replaces a text that others may have read. */
  is_edit: z.boolean(),
});
export type CommentWrite = z.infer<typeof CommentWrite>;

const One = z.object({ id: DeviceMadeId, comment: DeviceMadeId });

export const putComment = route({
  method: 'PUT',
  path: '/api/observations/:id/comments/:comment',
  summary:
    'Comment on a record, or edit a comment of the caller. Repeating the request, an older text that arrives later, and a text for a deleted comment change nothing; 409 for an id or a write id in use otherwise',
  params: One,
  body: CommentWrite,
  replies: { 204: null },
});

export const deleteComment = route({
  method: 'DELETE',
  path: '/api/observations/:id/comments/:comment',
  summary: 'Delete a comment of the caller for good. An unknown one counts as deleted, and cannot be written any more',
  params: One,
  replies: { 204: null },
});
