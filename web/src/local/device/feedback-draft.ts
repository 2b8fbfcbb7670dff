import { FEEDBACK_KINDS } from '@veld/contract';
import { z } from 'zod/mini';

/**
 * The text of an unfinished message to the developers. It is in `localStorage`, where a page finds it before its databases are open,
 * and remains when the database of the person cannot be opened. Malformed parts have their defaults.
 */
const schema = z.object({
  kind: z.catch(z.enum(FEEDBACK_KINDS), 'problem'),
  text: z.catch(z.string(), ''),
  may_contact: z.catch(z.boolean(), true),
});

export type FeedbackDraft = z.output<typeof schema>;

/** Persistent: people have drafts under it. */
export function feedbackDraftKey(userId: string): string {
  return `veld-feedback-${userId}`;
}

export function readFeedbackDraft(userId: string): FeedbackDraft {
  try {
    return z.parse(schema, JSON.parse(localStorage.getItem(feedbackDraftKey(userId)) ?? '{}'));
  } catch {
    return z.parse(schema, {});
  }
}

/** Stores a draft; one without text is removed. If storage is blocked or full, the text is only on the page. */
export function storeFeedbackDraft(userId: string, draft: FeedbackDraft): void {
  try {
    if (draft.text === '') localStorage.removeItem(feedbackDraftKey(userId));
    else localStorage.setItem(feedbackDraftKey(userId), JSON.stringify(draft));
  } catch {
    // As documented above.
  }
}

export function hasFeedbackDraft(userId: string): boolean {
  return readFeedbackDraft(userId).text !== '';
}
