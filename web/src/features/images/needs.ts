import { type IMAGE_NEEDS, type ImageNeed, listImageNeeds, type NEED_ORDERS, type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../local/app/veld';

export type Need = (typeof IMAGE_NEEDS)[number];
export type NeedOrder = (typeof NEED_ORDERS)[number];

export interface NeedFilter {
  /** Or `worldwide`. */
  country: string;
  group: TaxonGroup | null;
  need: Need | null;
  order: NeedOrder;
}

/** Species by how much they need an image, from the server. `changeCount` is the number of images changed in this visit. */
export function useNeeds(filter: NeedFilter, isWanted: boolean, changeCount: number) {
  const query = useInfiniteQuery({
    queryKey: ['specie-images', 'needs', filter],
    enabled: isWanted,
    queryFn: ({ pageParam, signal }) => api.call(listImageNeeds, { query: { page: pageParam, ...queryOf(filter) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.has_more ? page + 1 : undefined),
  });
  // The rows stay where they are while their images change; the counts move on.
  const { data: later } = useQuery({
    queryKey: ['specie-images', 'counts', filter, changeCount],
    enabled: changeCount > 0,
    queryFn: ({ signal }) => api.call(listImageNeeds, { query: { page: 1, ...queryOf(filter) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const first = later ?? query.data?.pages[0];
  return {
    rows: query.data?.pages.flatMap((page): ImageNeed[] => page.data),
    counts: first ? { total: first.total, done: first.done } : null,
    failure: query.data ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

function queryOf({ country, group, need, order }: NeedFilter) {
  return {
    ...(order === 'records' ? {} : { order }),
    ...(country === WORLDWIDE ? {} : { country }),
    ...(group ? { group } : {}),
    ...(need ? { need } : {}),
  };
}
