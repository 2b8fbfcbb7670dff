import { type Comment, mentionedIn, type MentionedPerson } from '@veld/contract';
import type { CommentChange } from '../../local/records/comments/comment';

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
  const shown = new Map<string, ShownComment>(sent.map((one) => [one.id, { ...one, state: 'sent' }]));
  const names = new Map(people.map((person) => [person.id, person]));
  for (const { mentions } of sent) for (const person of mentions) names.set(person.id, person);
  for (const change of changes) {
    if (change.kind === 'deletion') {
      if (change.state !== 'needs_attention') shown.delete(change.id);
      continue;
    }
    const before = shown.get(change.id);
    shown.set(change.id, {
      id: change.id,
      user,
      created_at: before ? before.created_at : new Date(change.at).toISOString(),
      text: change.text,
      mentions: mentionedIn(change.text).flatMap((id) => names.get(id) ?? []),
      is_edited: change.isEdit,
      state: change.state,
    });
  }
  return [...shown.values()];
}
