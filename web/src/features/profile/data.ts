import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getCommunityProfile, isAbsence, listObservations } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../local/app/veld';
import { CallError } from '../accounts/data';
import { foundSpeciesId, type LocalObservation, useOwnObservations, withoutTicks } from '../observations/data';

const PAGE = 24;

export interface OwnProfile {
  /** The records without ticks, the last saved first. */
  records: LocalObservation[];
  species: number;
  /** Number of days (or less precise dates) with a sighting. */
  days: number;
}

/** The user's figures, from data on the device. Undefined while loading. */
export function useOwnProfile(): OwnProfile | undefined {
  const all = useOwnObservations();
  return useMemo(() => all && profileOf(all), [all]);
}

export function profileOf(all: readonly LocalObservation[]): OwnProfile {
  const records = withoutTicks(all);
  const isFound = (record: LocalObservation) => !isAbsence(record);
  return {
    records,
    species: new Set(all.flatMap((record) => foundSpeciesId(record) ?? [])).size,
    days: new Set(records.filter(isFound).flatMap((record) => record.observed_on ?? [])).size,
  };
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

/** The public records of a person, latest first. */
export function useRecordsOf(id: string, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: ['records-of', id],
    queryFn: ({ pageParam, signal }) =>
      api.call(listObservations, { query: { user_id: id, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    enabled: isWanted,
    meta: { persist: true },
  });
}
