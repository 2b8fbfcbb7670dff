import { type Comment, mentionedIn, type MentionedPerson, isTick } from '@veld/contract';
import type { CommentChange } from '../../local/changes/comments';
import { mergeChanges } from '../../local/outbox/pending-changes';
import { type AnyObservation, isOwn } from '../../shared/records/record-labels';

/** A comment as the page shows it. */
export interface ShownComment extends Comment {
  /** Of what the server may not have yet. */
  state: CommentChange['state'];
}

/**
 * What the server sent, with the user's own changes since then: a text that the server refused too, so that it is not lost, but no deletion
 * that it refused. `people` are those that the texts mention, with their names.
 */
export function withChanges(
  sent: readonly Comment[],
  changes: readonly CommentChange[],
  user: Comment['user'],
  people: readonly MentionedPerson[],
): ShownComment[] {
  const names = new Map([...people, ...sent.flatMap(({ mentions }) => mentions)].map((person) => [person.id, person]));
  const shown = sent.map((one): ShownComment => ({ ...one, state: 'sent' }));
  return mergeChanges(shown, changes, (before, change) => {
    if (change.kind === 'deletion') return change.state === 'needs_attention' ? before : undefined;
    return {
      id: change.id,
      user,
      created_at: before ? before.created_at : new Date(change.at).toISOString(),
      text: change.text,
      mentions: mentionedIn(change.text).flatMap((id) => names.get(id) ?? []),
      is_edited: change.isEdit,
      state: change.state,
    };
  });
}

/** Whether others can react to and comment on a record: the server has it, and it is no tick. */
export function hasReplies(record: AnyObservation): boolean {
  return !isOwn(record) || (record.version > 0 && !isTick(record));
}
