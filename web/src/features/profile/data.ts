import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  getCommunityProfile,
  getStatistics,
  listIdentificationsOfPerson,
  listObservations,
  listSpeciesOfPerson,
  listSpeciesSeen,
  type Period,
  type Statistics,
} from '@veld/contract';
import { useMemo } from 'react';
import { latestFirst } from '../../local/records/lists/latest-first';
import { api } from '../../local/app/veld';
import { CallError, FIRST_PAGE } from '../../shared/session/session';
import { type LocalFact, useOwnFacts, useSeenTaxonIds } from '../../shared/records/own';
import { useSpeciesCount, useToday } from '../species/data';
import { useCountedSpecies } from '../../shared/taxa/data';
import { selectOwnRecords, shareOfRecords } from './own-records';
import type { RecordFilter } from '../../shared/records/filter-records';

const PAGE = 24;

export interface OwnProfile {
  /** The facts of the records without ticks, the latest observation first. */
  records: LocalFact[];
  species: number;
  /** Number of days with a record: the days that "My journeys" lists. */
  days: number;
  /** Of the records that are not casual; null without any. */
  confirmed: number | null;
  /** Whether there is a record outside of the filter, too. */
  isAny: boolean;
}

/** The user's records and figures, from data on the device. Undefined while loading. */
export function useOwnProfile({ period, since, country = null }: RecordFilter): OwnProfile | undefined {
  const all = useOwnFacts();
  const today = useToday();
  const species = useSpeciesCount(all, period, country);
  const own = useMemo(
    () => all && selectOwnRecords(latestFirst(all), { period, since, country }, today),
    [all, period, since, country, today],
  );
  return useMemo(
    () => all && own && { ...own, species, confirmed: shareOfRecords(own.records), isAny: all.some(({ tick }) => tick === 0) },
    [all, own, species],
  );
}

/** Whether there is no visible person with this id; unknown, deleted and hidden are not distinguished. */
export function isPersonMissing(error: Error | null): boolean {
  return error instanceof CallError && error.kind === 'problem' && (error.status === 404 || error.status === 422);
}

/** The public profile of another person, cached for offline use. */
export function usePerson(id: string) {
  return useQuery({
    queryKey: ['person', id],
    queryFn: async ({ signal }) => (await api.call(getCommunityProfile, { params: { id } }, { signal })).data,
    retry: (count, error) => !isPersonMissing(error) && count < 1,
    meta: { persist: true },
  });
}

/** What lists and figures of a person are of. */
export interface PersonFilter {
  period: Period;
  /** A country code, or `worldwide`. */
  location: string;
}

/** The public records of a person, latest first. */
export function usePersonRecords(
  id: string,
  { period, location, isConfirmed }: PersonFilter & { isConfirmed: boolean },
  isWanted: boolean,
) {
  const filter = { user_id: id, period, country: location, ...(isConfirmed && { quality: 'confirmed' as const }) };
  return useInfiniteQuery({
    queryKey: ['records-of', id, period, location, isConfirmed],
    queryFn: ({ pageParam, signal }) =>
      api.call(listObservations, { query: { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    enabled: isWanted,
    meta: { persist: true },
  });
}

export type RecordsOf = ReturnType<typeof usePersonRecords>;

/** Ids of the species of a person's public records. */
export function useSpeciesOfPerson(id: string, { period, location }: PersonFilter, isWanted: boolean) {
  return useQuery({
    queryKey: ['species-of', id, period, location],
    queryFn: ({ signal }) => api.call(listSpeciesSeen, { query: { user_id: id, period, location } }, { signal }),
    enabled: isWanted,
    meta: { persist: true },
  });
}

/** What a person identified, last received first. */
export function usePersonIdentifications(id: string, { period, location }: PersonFilter) {
  return useInfiniteQuery({
    queryKey: ['identifications-of', id, period, location],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listIdentificationsOfPerson,
        { params: { id }, query: { period, country: location, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
  });
}

export interface InCommon {
  /** Species that both have recorded. Undefined while loading. */
  common: readonly number[] | undefined;
  /** Species that only the other person has recorded. */
  theirs: readonly number[] | undefined;
  error: Error | null;
  retry: () => void;
}

/** Compares the public species of a listed person with those of the user, which are on this device. */
export function useInCommon(id: string): InCommon {
  const { data, error, refetch } = useQuery({
    queryKey: ['species-of-person', id, null, null, 'all'],
    queryFn: async ({ signal }) => (await api.call(listSpeciesOfPerson, { params: { id }, query: { period: 'all' } }, { signal })).data,
  });
  const seen = useSeenTaxonIds();
  const ownIds = useMemo(() => seen && [...seen], [seen]);
  const ofOwn = useCountedSpecies(ownIds);
  const ofTheirs = useCountedSpecies(data?.species);
  return useMemo(() => {
    const compared = data && ownIds && ofOwn && ofTheirs ? compare(data.species, ofTheirs, ownIds, ofOwn) : undefined;
    return { common: compared?.common, theirs: compared?.theirs, error: data ? null : error, retry: () => void refetch() };
  }, [data, ownIds, ofOwn, ofTheirs, error, refetch]);
}

type SpeciesByTaxon = ReadonlyMap<number, number>;

function compare(theirIds: readonly number[], ofTheirs: SpeciesByTaxon, ownIds: readonly number[], ofOwn: SpeciesByTaxon) {
  const own = new Set(ownIds.map((taxon) => ofOwn.get(taxon) ?? taxon));
  const all = [...new Set(theirIds.map((taxon) => ofTheirs.get(taxon) ?? taxon))];
  return { common: all.filter((taxon) => own.has(taxon)), theirs: all.filter((taxon) => !own.has(taxon)) };
}

export type SpeciesOf = ReturnType<typeof useSpeciesOfPerson>;

/** Figures of a person's public records, of the user's all of their own. */
export function usePersonStatistics(id: string, { period, location }: PersonFilter, isWanted = true) {
  return useQuery({
    queryKey: ['statistics-of', id, period, location],
    queryFn: async ({ signal }) => (await api.call(getStatistics, { params: { user: id, period, location } }, { signal })).data,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });
}

export type StatisticsOf = Statistics;
