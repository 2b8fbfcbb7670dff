import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFeed } from '@veld/contract';
import { useCallback, useEffect } from 'react';
import { api } from '../../local/app/veld';
import { type LocationFilter, requestOf } from '../accounts/location-filter';
import { countArrived, FEED_PAGE_SIZE, type FeedPage, type FeedPages, isStale, keepLatest, withTop } from './feed-pages';

const POLL_MS = 60_000;

async function fetchPage(location: LocationFilter, cursor: string | null, signal: AbortSignal): Promise<FeedPage> {
  const query = { ...requestOf(location), limit: FEED_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
  const answer = await api.call(getFeed, { query }, { signal });
  return { ...answer, fetched_at: Date.now() };
}

/**
 * The latest public records. The shown list never changes on its own: a second query checks every minute for new records, and `showNew`
 * adds them. The latest 200 are stored on the device.
 */
export function useFeed(location: LocationFilter) {
  const client = useQueryClient();
  const list = useInfiniteQuery<FeedPage, Error, FeedPages, string[], string | null>({
    queryKey: ['feed', location],
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(location, pageParam, signal);
      if (pageParam === null) client.setQueryData(['feed-top', location], page);
      return page;
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next_cursor,
    // Refetched only by `showNew`, scrolling to the end or a tap.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { persist: true },
  });

  const top = useQuery({
    queryKey: ['feed-top', location],
    queryFn: ({ signal }) => fetchPage(location, null, signal),
    enabled: list.data !== undefined,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });

  useEffect(() => {
    const trim = () => client.setQueryData<FeedPages>(['feed', location], (pages) => pages && keepLatest(pages));
    return () => void trim();
  }, [client, location]);

  const { data: pages, refetch } = list;
  const latest = top.data;
  const showNew = useCallback(() => {
    if (!pages || !latest) return;
    if (isStale(pages, Date.now())) void refetch();
    else client.setQueryData<FeedPages>(['feed', location], withTop(pages, latest));
  }, [client, location, pages, latest, refetch]);

  const { refetch: refetchTop } = top;
  const retry = useCallback(() => void (pages ? refetchTop() : refetch()), [pages, refetch, refetchTop]);

  return {
    records: pages?.pages.flatMap((page) => page.data),
    isLoading: list.isPending,
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
