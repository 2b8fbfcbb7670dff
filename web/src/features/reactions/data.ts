import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listReactions, listRecordActivity, MAX_RECORDS_OF_ACTIVITY, findReactionName, type RecordActivity } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { FIRST_PAGE } from '../../shared/session/session';
import { api } from '../../local/app/veld';
import { identificationChanges } from '../../local/changes/identifications';
import { reactionChanges, type ReactionChange } from '../../local/changes/reactions';
import { batched } from '../../local/net/batch';
import { dropRefused } from '../../local/outbox/pending-changes';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

type Activity = Omit<RecordActivity, 'id'>;

const NONE: Activity = { reactions: [], own_reaction: null, agrees: false, comments: 0 };

/** One request for all cards of a screen. */
const ask = batched(async (ids) => (await api.call(listRecordActivity, { query: { ids: ids.join(',') } })).data, MAX_RECORDS_OF_ACTIVITY);

export const activityKey = (recordId: string) => ['activity', recordId];

/** What people did with a record: what the server has, and what the user did on this device. */
export function useActivity(recordId: string, taxonId: number | null): Activity {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: activityKey(recordId),
    queryFn: () => ask(recordId),
    meta: { persist: true },
  });
  const kept = { answeredAt: dataUpdatedAt, about: recordId };
  const choices = usePendingChanges((database, since) => reactionChanges(database, recordId, since), kept) ?? [];
  const names = usePendingChanges((database, since) => identificationChanges(database, recordId, since), kept) ?? [];
  const activity = withChoice(data ?? NONE, dropRefused(choices).at(-1));
  const said = dropRefused(names).at(-1);
  return said ? { ...activity, agrees: said.kind === 'put' && said.draft.taxon_id === taxonId } : activity;
}

/** Who reacted to a record, in pages. */
export function useReactions(recordId: string) {
  return useInfiniteQuery({
    queryKey: ['reactions', recordId],
    queryFn: ({ pageParam, signal }) =>
      api.call(listReactions, { params: { id: recordId }, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Names emoji for screen readers; one that this version of the app does not know stands for itself. */
export function useEmojiNames(): (emoji: string) => string {
  const { t } = useTranslation('reactions');
  return (emoji) => {
    const name = findReactionName(emoji);
    return name ? t(`emoji.${name}`) : emoji;
  };
}

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
