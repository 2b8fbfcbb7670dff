import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { exploreMonths, explorePeople, exploreRecords, exploreSpecies, exploreTotals, type RecordFilterInput } from '@veld/contract';
import { api } from '../../local/app/veld';
import { FIRST_PAGE } from '../../shared/session/session';

const FRESH_MS = 60_000;
const PAGE_SIZE = 30;
const SPECIES_PAGE_SIZE = 60;

/** How many records, species and observers a filter selects. */
export function useExploredTotals(filter: RecordFilterInput) {
  return useQuery({
    queryKey: ['explore-totals', filter],
    queryFn: async ({ signal }) => (await api.call(exploreTotals, { query: filter }, { signal })).data,
    staleTime: FRESH_MS,
  });
}

export type RecordOrder = 'observed' | 'uploaded';

export function useExploredRecords(filter: RecordFilterInput, order: RecordOrder) {
  return useInfiniteQuery({
    queryKey: ['explore-records', filter, order],
    queryFn: ({ pageParam, signal }) =>
      api.call(exploreRecords, { query: { ...filter, order, limit: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: FRESH_MS,
  });
}

export type SpeciesOrder = 'records' | 'last' | 'first';

export function useExploredSpecies(filter: RecordFilterInput, order: SpeciesOrder) {
  return useInfiniteQuery({
    queryKey: ['explore-species', filter, order],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        exploreSpecies,
        { query: { ...filter, order, limit: SPECIES_PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: FRESH_MS,
  });
}

/** Who recorded and who identified the records of a filter. */
export function useExploredPeople(filter: RecordFilterInput) {
  return useQuery({
    queryKey: ['explore-people', filter],
    queryFn: async ({ signal }) => (await api.call(explorePeople, { query: filter }, { signal })).data,
    staleTime: FRESH_MS,
  });
}

/** The records of a filter by month and by year. */
export function useExploredMonths(filter: RecordFilterInput) {
  return useQuery({
    queryKey: ['explore-months', filter],
    queryFn: async ({ signal }) => (await api.call(exploreMonths, { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}
