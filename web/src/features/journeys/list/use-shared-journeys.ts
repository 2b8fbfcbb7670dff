import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listJourneys } from '@veld/contract';
import { api } from '../../../local/app/veld';

const PAGE = 20;
/** Of the newest journeys of everyone, so many are looked at. */
const LATEST = 50;

/** The journeys that a person shares. */
export function useSharedJourneys(userId: string) {
  return useInfiniteQuery({
    queryKey: ['journeys-of', userId],
    queryFn: ({ pageParam, signal }) =>
      api.call(listJourneys, { query: { user_id: userId, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
  });
}

/** The newest journeys that people share; those of the last visit while there is no connection. */
export function useLatestJourneys(isWanted: boolean) {
  return useQuery({
    queryKey: ['journeys-latest'],
    queryFn: async ({ signal }) => (await api.call(listJourneys, { query: { limit: LATEST } }, { signal })).data,
    enabled: isWanted,
    meta: { persist: true },
  });
}
