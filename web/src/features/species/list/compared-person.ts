import { skipToken, useQuery } from '@tanstack/react-query';
import { dayRange, listCommunityUsers, listSpeciesOfPerson, WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../../local/app/veld';
import { useUser } from '../../../shared/session/session';
import { useCountedSpecies } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../data';
import { NOT_RECORDED } from '../species-list';
import { isPeriod, type ListPeriod } from './list-period';

/** The parts of a comparison of two periods, or of the user with another person. */
export const DIFFERENCES = ['only_now', 'only_then', 'both'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The people whose lists can be compared: those of the user's country who opted in to the community. */
export function usePeopleToCompare(isWanted: boolean) {
  const { id, country_code: home } = useUser();
  const { data } = useQuery({
    queryKey: ['people-to-compare', home],
    queryFn: async ({ signal }) => (await api.call(listCommunityUsers, { query: { country: home ?? WORLDWIDE } }, { signal })).data,
    enabled: isWanted,
    meta: { persist: true },
  });
  return useMemo(() => data?.filter((person) => person.id !== id && person.species > 0) ?? [], [data, id]);
}

interface Asked {
  /** The person; null for none. */
  id: string | null;
  country: string | null | undefined;
  placeId: string | null;
  period: ListPeriod;
}

interface ComparedPerson {
  name: string;
  counted: ReadonlyMap<number, OwnSpecies>;
}

/** The public species of another person. They are asked for each time, because the person may opt out. */
export function useComparedPerson({ id, country, placeId, period }: Asked): { person: ComparedPerson | undefined; isMissing: boolean } {
  const { data, isError, isPaused } = useQuery({
    queryKey: ['species-of-person', id, country, placeId, period],
    queryFn:
      id !== null && country !== undefined
        ? async ({ signal }) => {
            const where = placeId ? { place_id: placeId } : country ? { country } : {};
            return (
              await api.call(
                listSpeciesOfPerson,
                { params: { id }, query: { ...where, ...(isPeriod(period) ? { period } : dayRange(period)) } },
                { signal },
              )
            ).data;
          }
        : skipToken,
  });
  const speciesOf = useCountedSpecies(data?.species);
  const person = useMemo(
    () =>
      data &&
      speciesOf && { name: data.name, counted: new Map(data.species.map((taxon) => [speciesOf.get(taxon) ?? taxon, NOT_RECORDED])) },
    [data, speciesOf],
  );
  return { person, isMissing: id !== null && !data && (isError || isPaused) };
}

/** The id of the person that an address compares with; null for a period. */
export function personFrom(value: string | null): string | null {
  return value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null;
}

export function differenceFrom(value: string | null): Difference {
  return DIFFERENCES.find((one) => one === value) ?? 'only_now';
}

/** The species of two periods or people: those of the first only, of the second only, and of both. */
export function compareSpecies(
  now: ReadonlyMap<number, OwnSpecies>,
  then: ReadonlyMap<number, OwnSpecies>,
): Record<Difference, Map<number, OwnSpecies>> {
  return {
    only_now: filtered(now, (id) => !then.has(id)),
    only_then: filtered(then, (id) => !now.has(id)),
    both: filtered(now, (id) => then.has(id)),
  };
}

function filtered(own: ReadonlyMap<number, OwnSpecies>, isWanted: (id: number) => boolean): Map<number, OwnSpecies> {
  return new Map([...own].filter(([id]) => isWanted(id)));
}
