import {
  type CountryCode,
  type IMAGE_NEEDS,
  type ImageNeed,
  listImageNeeds,
  type NEED_ORDERS,
  type TaxonGroup,
  WORLDWIDE,
} from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
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

/** Species by how much they need an image, from the server. */
export function useNeeds(filter: NeedFilter, isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['specie-images', 'needs', filter],
    enabled: isWanted,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listImageNeeds,
        {
          query: {
            page: pageParam,
            ...(filter.order === 'records' ? {} : { order: filter.order }),
            ...(filter.country === WORLDWIDE ? {} : { country: filter.country as CountryCode }),
            ...(filter.group ? { group: filter.group } : {}),
            ...(filter.need ? { need: filter.need } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.has_more ? page + 1 : undefined),
  });
  const first = query.data?.pages[0];
  return {
    rows: query.data?.pages.flatMap((page): ImageNeed[] => page.data),
    counts: first ? { total: first.total, done: first.done } : null,
    hasFailed: query.isError && !query.data,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}
