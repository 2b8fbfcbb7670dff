import { Feedback } from '@veld/contract';
import type { FeedbackRow } from './store.ts';

/** Feedback for its sender. */
export function presentFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    kind: Feedback.shape.kind.parse(row.kind),
    text: row.text,
    may_contact: row.may_contact,
    state: row.state,
    created_at: row.created_at.toISOString(),
  };
}
