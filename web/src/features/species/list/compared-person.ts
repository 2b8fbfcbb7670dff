import { skipToken, useQuery } from '@tanstack/react-query';
import { dayRange, listCommunityUsers, listSpeciesOfPerson, WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../../local/app/veld';
import { isAreaFilter, type LocationFilter, makeRecordsRequest } from '../../../shared/location/location-filter';
import { useUser } from '../../../shared/session/session';
import { type Taxon, useCountedSpecies } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../data';
import { NOT_RECORDED } from '../species-list';
import { isPeriod, type ListPeriod } from './list-period';

/** The parts of a comparison of two periods, or of the user with another person. */
export const DIFFERENCES = ['only_now', 'only_then', 'both'] as const;
/** And with a friend who shares it, of the list what the friend has not found, and what neither has (decision 0092). */
export const NEEDS = ['they_need', 'both_need'] as const;
type Need = (typeof NEEDS)[number];
export type Difference = (typeof DIFFERENCES)[number] | Need;

export const isNeed = (difference: Difference): difference is Need => NEEDS.some((one) => one === difference);

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
  location: LocationFilter;
  /** That of the location; null for the world. */
  country: string | null | undefined;
  period: ListPeriod;
}

export interface ComparedPerson {
  name: string;
  counted: ReadonlyMap<number, OwnSpecies>;
  /** The species that they found without a record; null if they do not share what they need. */
  ticked: ReadonlySet<number> | null;
}

/** The public species of another person. They are asked for each time, because the person may opt out. */
export function useComparedPerson({ id, location, country, period }: Asked): { person: ComparedPerson | undefined; isMissing: boolean } {
  const { data, isError, isPaused } = useQuery({
    queryKey: ['species-of-person', id, location, country, period],
    queryFn:
      id !== null && country !== undefined
        ? async ({ signal }) => {
            const where = isAreaFilter(location) ? makeRecordsRequest(location) : country ? { country } : {};
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
  const ids = useMemo(() => data && [...data.species, ...(data.ticked ?? [])], [data]);
  const speciesOf = useCountedSpecies(ids);
  const person = useMemo(() => {
    if (!data || !speciesOf) return undefined;
    const countedFor = (taxon: number) => speciesOf.get(taxon) ?? taxon;
    return {
      name: data.name,
      counted: new Map(data.species.map((taxon) => [countedFor(taxon), NOT_RECORDED])),
      ticked: data.ticked && new Set(data.ticked.map(countedFor)),
    };
  }, [data, speciesOf]);
  return { person, isMissing: id !== null && !data && (isError || isPaused) };
}

/** The id of the person that an address compares with; null for a period. */
export function personFrom(value: string | null): string | null {
  return value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null;
}

export function differenceFrom(value: string | null): Difference {
  return [...DIFFERENCES, ...NEEDS].find((one) => one === value) ?? 'only_now';
}

/** The species of two periods or people: those of the first only, of the second only, and of both. */
export function compareSpecies(
  now: ReadonlyMap<number, OwnSpecies>,
  then: ReadonlyMap<number, OwnSpecies>,
): Record<(typeof DIFFERENCES)[number], Map<number, OwnSpecies>> {
  return {
    only_now: filtered(now, (id) => !then.has(id)),
    only_then: filtered(then, (id) => !now.has(id)),
    both: filtered(now, (id) => then.has(id)),
  };
}

function filtered(own: ReadonlyMap<number, OwnSpecies>, isWanted: (id: number) => boolean): Map<number, OwnSpecies> {
  return new Map([...own].filter(([id]) => isWanted(id)));
}

/** Of a list, the species that a person needs, and those of them that the user needs too. */
export function findNeeds(
  list: readonly Taxon[],
  own: ReadonlyMap<number, OwnSpecies>,
  counted: ReadonlyMap<number, OwnSpecies>,
  ticked: ReadonlySet<number>,
): Record<Need, readonly Taxon[]> {
  const theirs = list.filter(({ id }) => !counted.has(id) && !ticked.has(id));
  return { they_need: theirs, both_need: theirs.filter(({ id }) => !own.has(id)) };
}
