import { z } from 'zod/mini';

/**
 * A comment that is not finished, of each person and record. It is in `localStorage`, so that a reload keeps it; logging out with
 * removal deletes it (session/remove-from-device.ts).
 */
const schema = z.catch(
  z.object({
    text: z.string(),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    species: z.array(z.object({ name: z.string(), id: z.int() })),
  }),
  { text: '', people: [], species: [] },
);

/** The text as typed, and what the names in it refer to. */
export type CommentDraft = z.output<typeof schema>;

export function commentDraftKey(userId: string, recordId: string): string {
  return `veld-comment-${userId}-${recordId}`;
}

export function readCommentDraft(key: string): CommentDraft {
  try {
    return z.parse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return z.parse(schema, null);
  }
}

/** Stores a draft; one without text is removed. If storage is blocked or full, the text is only on the page. */
export function storeCommentDraft(key: string, draft: CommentDraft): void {
  try {
    if (draft.text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // As documented above.
  }
}
