import { z } from 'zod/mini';
import { route } from '../route.ts';
import { DeviceMadeId, Instant, requiredText, Uuid } from '../vocabulary.ts';

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
