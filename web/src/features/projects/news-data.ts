import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { listProjectNews, type ProjectNews } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { type NewsChange, newsChanges, postNews, removeNews } from '../../local/changes/projects';
import { mergeChanges } from '../../local/outbox/pending-changes';
import { currentDatabase, FIRST_PAGE, notifier, useUser } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

/** News as the page shows it. */
export interface ShownNews extends ProjectNews {
  /** Of what the server may not have yet. */
  state: NewsChange['state'];
}

/** How often news are asked for while the project is on the screen. */
const NEWS_MS = 60_000;

/** The news of a project, latest first: what the server has, and the user's changes on this device. */
export function useProjectNews(id: string) {
  const user = useUser();
  const client = useQueryClient();
  const queryKey = ['project', id, 'news'];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.call(listProjectNews, { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: NEWS_MS,
    refetchIntervalInBackground: false,
    meta: { persist: true },
  });
  const changes = usePendingChanges((database, since) => newsChanges(database, id, since), {
    answeredAt: query.dataUpdatedAt,
    about: id,
    onAccepted: () => void client.invalidateQueries({ queryKey }),
  });
  const list = useMemo(
    () => mergeNews(query.data?.pages.flatMap((page) => page.data) ?? [], changes ?? [], { id: user.id, name: user.name }),
    [query.data, changes, user],
  );
  return {
    list,
    isUnreachable: query.isError && !query.data,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    showMore: () => void query.fetchNextPage(),
  };
}

/** What the server sent with the user's changes, latest first. A refused text stays, so that it is not lost; a refused removal does not count. */
export function mergeNews(sent: readonly ProjectNews[], changes: readonly NewsChange[], user: ProjectNews['user']): ShownNews[] {
  const shown = sent.map((one): ShownNews => ({ ...one, state: 'sent' }));
  const merged = mergeChanges(shown, changes, (before, change) => {
    if (change.kind === 'removal') return change.state === 'needs_attention' ? before : undefined;
    if (before) return before;
    const { text, notifies, state } = change;
    return { id: change.id, user, text, notifies, created_at: new Date(change.at).toISOString(), state };
  });
  return merged.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

/** Posts and removes news: shown at once, sent by the outbox. Posting resolves with whether the text is stored on the device. */
export function useChangeNews(projectId: string) {
  const { t } = useTranslation('common');
  const attempt = async (change: () => Promise<unknown>) => {
    try {
      await change();
      return true;
    } catch (error) {
      notifier.show('negative', t('error.storage_failed'), { cause: error });
      return false;
    }
  };
  return {
    post: (text: string, notifies: boolean) => attempt(() => postNews(currentDatabase(), projectId, { text, notifies })),
    remove: (id: string) => attempt(() => removeNews(currentDatabase(), projectId, id)),
  };
}
