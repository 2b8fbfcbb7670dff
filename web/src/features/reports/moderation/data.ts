import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, getStanding, listModerationActs, listReportCases, putModerationAct, type QueryOf } from '@veld/contract';
import { useMemo, useState } from 'react';
import { api } from '../../../local/app/veld';
import { newId } from '../../../local/db/ids';

export type { ModerationAct, ReportCase } from '@veld/contract';
export type Action = BodyOf<typeof putModerationAct>['action'];

const KEY = ['moderation'];

type Filter<R extends typeof listReportCases | typeof listModerationActs> = Omit<QueryOf<R>, 'cursor' | 'limit'>;

/** What moderators have to decide, or have decided, in pages. */
export function useCases(filter: Filter<typeof listReportCases>) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'reports', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listReportCases, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // The list stays while the next one loads.
    placeholderData: (previous) => previous,
  });
  return usePages(query);
}

/** What moderators did, in pages. */
export function useActs(filter: Filter<typeof listModerationActs>) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'acts', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listModerationActs, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  return usePages(query);
}

interface Pages<T> {
  data: { pages: { data: T[] }[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

function usePages<T>(query: Pages<T>) {
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return {
    rows,
    failure: query.data ? null : query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** How a person is restricted. */
export function useStanding(id: string) {
  const { data, error, refetch } = useQuery({
    queryKey: [...KEY, 'people', id],
    queryFn: async ({ signal }) => (await api.call(getStanding, { params: { id } }, { signal })).data,
  });
  return { person: data, failure: data ? null : error, retry: () => void refetch() };
}

export type Decide = (what: { action: Action; note: string; until?: Date | null }) => Promise<void>;

/** Decides about a report, or about a person whom nobody has reported. Trying again after a failure sends the same act. */
export function useDecision(about: { report_id: string } | { user_id: string }): Decide {
  const client = useQueryClient();
  const [id, setId] = useState(newId);
  return async ({ action, note, until }) => {
    try {
      const ends = until ? { until: until.toISOString() } : {};
      await api.call(putModerationAct, { params: { id }, body: { action, ...about, note: note.trim(), ...ends } });
      setId(newId());
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
}
