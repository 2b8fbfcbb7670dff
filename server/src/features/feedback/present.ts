import { Feedback, type FeedbackReply } from '@veld/contract';
import type { ListedFeedback, ReplyJson } from './store.ts';

/** Feedback for its sender. */
export function presentFeedback(row: ListedFeedback): Feedback {
  return {
    id: row.id,
    ticket: row.ticket,
    kind: Feedback.shape.kind.parse(row.kind),
    text: row.text,
    may_contact: row.may_contact,
    has_screenshot: row.has_screenshot,
    state: row.state,
    reason: row.reason,
    replies: row.replies.map(presentReply),
    created_at: row.created_at.toISOString(),
  };
}

export function presentReply({ id, text, is_team, at }: ReplyJson): FeedbackReply {
  return { id, text, is_team, at: new Date(at).toISOString() };
}
