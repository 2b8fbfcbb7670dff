import type { RecordActivity } from '@veld/contract';
import type { ReactionChange } from '../../local/changes/reactions';

export type Counts = RecordActivity['reactions'];

/** What the server sent, with the user's own choice since then. */
export function withChoice<T extends Pick<RecordActivity, 'reactions' | 'own_reaction'>>(
  sent: T,
  change: Pick<ReactionChange, 'emoji'> | undefined,
): T {
  if (!change || change.emoji === sent.own_reaction) return sent;
  const counts = new Map(sent.reactions.map(({ emoji, count }) => [emoji, count]));
  const add = (emoji: string | null, step: number) => {
    if (emoji !== null) counts.set(emoji, (counts.get(emoji) ?? 0) + step);
  };
  add(sent.own_reaction, -1);
  add(change.emoji, 1);
  const reactions = [...counts].map(([emoji, count]) => ({ emoji, count })).filter(({ count }) => count > 0);
  return { ...sent, reactions: reactions.toSorted((one, other) => other.count - one.count), own_reaction: change.emoji };
}
