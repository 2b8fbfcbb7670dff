import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  exploreIdentifiers,
  exploreMonths,
  explorePeople,
  exploreRecords,
  exploreSpecies,
  exploreTotals,
  type EXPLORED_ORDERS,
  type EXPLORED_PEOPLE_ORDERS,
  type EXPLORED_RECORD_ORDERS,
  type RecordFilterInput,
} from '@veld/contract';
import { api } from '../../local/app/veld';
import { FIRST_PAGE } from '../../shared/session/session';

const FRESH_MS = 60_000;
const PAGE_SIZE = 30;
const SPECIES_PAGE_SIZE = 60;
const PEOPLE_PAGE_SIZE = 60;

/** How many records, species and observers a filter selects. */
export function useExploredTotals(filter: RecordFilterInput) {
  return useQuery({
    queryKey: ['explore-totals', filter],
    queryFn: async ({ signal }) => (await api.call(exploreTotals, { query: filter }, { signal })).data,
    staleTime: FRESH_MS,
  });
}

export type RecordOrder = (typeof EXPLORED_RECORD_ORDERS)[number];

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

export type SpeciesOrder = (typeof EXPLORED_ORDERS)[number];

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

export type PeopleOrder = (typeof EXPLORED_PEOPLE_ORDERS)[number];

/** Who recorded the records of a filter. */
export function useExploredPeople(filter: RecordFilterInput, order: PeopleOrder) {
  return useInfiniteQuery({
    queryKey: ['explore-people', filter, order],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        explorePeople,
        { query: { ...filter, order, limit: PEOPLE_PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** Who identified the records of a filter. */
export function useExploredIdentifiers(filter: RecordFilterInput, order: PeopleOrder) {
  const listed = order === 'name' ? 'name' : 'identifications';
  return useInfiniteQuery({
    queryKey: ['explore-identifiers', filter, listed],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        exploreIdentifiers,
        { query: { ...filter, order: listed, limit: PEOPLE_PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
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
