import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type BodyOf, deleteValidator, listAdminUsers, listMentionable, listValidators, putValidator } from '@veld/contract';
import { api } from '../../../local/app/veld';
import { FIRST_PAGE } from '../../../shared/session/session';

/** The validators of a project, or all of them for an admin. */
export function useValidators(projectId: string | null) {
  const query = useInfiniteQuery({
    queryKey: ['validators', projectId],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listValidators,
        { query: { ...(projectId === null ? {} : { project_id: projectId }), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
  });
  return {
    validators: query.data?.pages.flatMap((page) => page.data),
    failure: query.data ? null : query.error,
    refresh: () => void query.refetch(),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

const LEAST = 2;

/** People whose name has a text: all accounts for an admin, those in the community for others. Undefined while loading. */
export function usePeopleNamed(text: string, isAdmin: boolean): readonly { id: string; name: string }[] | undefined {
  const name = text.trim();
  const { data } = useQuery({
    queryKey: ['people-named', name, isAdmin],
    queryFn: async ({ signal }) =>
      isAdmin
        ? (await api.call(listAdminUsers, { query: { search: name.slice(0, 100), limit: 20 } }, { signal })).data
        : (await api.call(listMentionable, { query: { name: name.slice(0, 60) } }, { signal })).data,
    enabled: name.length >= LEAST,
    placeholderData: (before) => before,
  });
  return name.length < LEAST ? [] : data;
}

export async function appoint(id: string, body: BodyOf<typeof putValidator>): Promise<void> {
  await api.call(putValidator, { params: { id }, body });
}

export async function endAppointment(id: string): Promise<void> {
  await api.call(deleteValidator, { params: { id } });
}
