import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFeed } from '@veld/contract';
import { useCallback, useEffect } from 'react';
import { api } from '../../local/app/veld';
import type { FeedSource } from './feed-view';
import { countArrived, FEED_PAGE_SIZE, type FeedPage, type FeedPages, isStale, keepLatest, placeEvents, withTop } from './feed-pages';

const POLL_MS = 60_000;

async function fetchPage({ query: asked }: FeedSource, cursor: string | null, signal: AbortSignal): Promise<FeedPage> {
  const query = { ...asked, limit: FEED_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
  const answer = await api.call(getFeed, { query }, { signal });
  return { ...answer, events: placeEvents(answer.data, answer.events), fetched_at: Date.now() };
}

/**
 * The latest public records. The shown list never changes on its own: a second query checks every minute for new records, and `showNew`
 * adds them. The latest 200 are stored on the device. Without a source, nothing is asked.
 */
export function useFeed(source: FeedSource | null) {
  const client = useQueryClient();
  const key = source?.key ?? 'nothing';
  const list = useInfiniteQuery<FeedPage, Error, FeedPages, string[], string | null>({
    queryKey: ['feed', key],
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(source!, pageParam, signal);
      if (pageParam === null) client.setQueryData(['feed-top', key], page);
      return page;
    },
    initialPageParam: null,
    enabled: source !== null,
    getNextPageParam: (last) => last.next_cursor,
    // Refetched only by `showNew`, scrolling to the end or a tap.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { persist: true },
  });

  const top = useQuery({
    queryKey: ['feed-top', key],
    queryFn: ({ signal }) => fetchPage(source!, null, signal),
    enabled: source !== null && list.data !== undefined,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });

  useEffect(() => {
    const trim = () => client.setQueryData<FeedPages>(['feed', key], (pages) => pages && keepLatest(pages));
    return () => void trim();
  }, [client, key]);

  const { data: pages, refetch } = list;
  const latest = top.data;
  const showNew = useCallback(() => {
    if (!pages || !latest) return;
    if (isStale(pages, Date.now())) void refetch();
    else client.setQueryData<FeedPages>(['feed', key], withTop(pages, latest));
  }, [client, key, pages, latest, refetch]);

  const { refetch: refetchTop } = top;
  const retry = useCallback(() => void (pages ? refetchTop() : refetch()), [pages, refetch, refetchTop]);

  return {
    pages: pages?.pages,
    isLoading: source !== null && list.isPending,
    /** Set if nothing is stored and the request failed. */
    error: pages === undefined ? list.error : null,
    /** The last request failed, so that the shown records may be outdated. */
    isOutdated: pages !== undefined && (top.isError || list.isRefetchError),
    refreshedAt: Math.max(top.dataUpdatedAt, ...(pages?.pages.map((page) => page.fetched_at) ?? [0])),
    latest,
    arrived: countArrived(pages, latest),
    showNew,
    retry,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    showMore: list.fetchNextPage,
  };
}
