import { useInfiniteQuery } from '@tanstack/react-query';
import { deleteRule, listRules, putRule, type RuleDraft } from '@veld/contract';
import { api } from '../../../local/app/veld';
import { FIRST_PAGE } from '../../../shared/session/session';

/** The rules by which records are checked, those of a taxon with those above it. */
export function useRules(taxonId: number | null) {
  const query = useInfiniteQuery({
    queryKey: ['validation-rules', taxonId],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listRules,
        { query: { ...(taxonId === null ? {} : { taxon_id: String(taxonId) }), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
  });
  return {
    rules: query.data?.pages.flatMap((page) => page.data),
    failure: query.data ? null : query.error,
    refresh: () => void query.refetch(),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

export async function saveRule(id: string, rule: RuleDraft): Promise<void> {
  await api.call(putRule, { params: { id }, body: rule });
}

export async function endRule(id: string): Promise<void> {
  await api.call(deleteRule, { params: { id } });
}
