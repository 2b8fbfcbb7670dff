import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listReactions, listRecordActivity, MAX_RECORDS_OF_ACTIVITY, findReactionName, type RecordActivity } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { batched } from '../../local/net/batch';
import { identificationChanges } from '../../local/records/identifications/identify';
import { reactionChange } from '../../local/records/reactions/react';
import { currentDatabase } from '../../shared/session/session';
import { withChoice } from './own-choice';

/** Changes accepted this long before an answer may be missing in it. */
export const ANSWER_MS = 30_000;

type Activity = Omit<RecordActivity, 'id'>;

const NONE: Activity = { reactions: [], own_reaction: null, agrees: false, comments: 0 };

/** One request for all cards of a screen. */
const ask = batched(async (ids) => (await api.call(listRecordActivity, { query: { ids: ids.join(',') } })).data, MAX_RECORDS_OF_ACTIVITY);

export const activityKey = (recordId: string) => ['activity', recordId];

/** What people did with a record: what the server has, and what the user did on this device. */
export function useActivity(recordId: string, taxonId: number | null): Activity {
  const database = currentDatabase();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: activityKey(recordId),
    queryFn: () => ask(recordId),
    meta: { persist: true },
  });
  const since = dataUpdatedAt - ANSWER_MS;
  const choice = useLiveQuery(() => reactionChange(database, recordId, since), [database, recordId, since]);
  const said = useLiveQuery(() => identificationChanges(database, recordId, since), [database, recordId, since])?.findLast(
    (change) => change.state !== 'needs_attention',
  );
  const activity = withChoice(data ?? NONE, choice);
  return said ? { ...activity, agrees: said.kind === 'put' && said.draft.taxon_id === taxonId } : activity;
}

/** Who reacted to a record, in pages. */
export function useReactions(recordId: string) {
  return useInfiniteQuery({
    queryKey: ['reactions', recordId],
    queryFn: ({ pageParam, signal }) =>
      api.call(listReactions, { params: { id: recordId }, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
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
