import { skipToken, useQuery } from '@tanstack/react-query';
import { listCommunityUsers, listSpeciesOfPerson, type Period, WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../../local/app/veld';
import { useUser } from '../../../shared/session/session';
import { useCountedSpecies } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../data';
import { NOT_RECORDED } from '../species-list';

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
  period: Period;
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
            return (await api.call(listSpeciesOfPerson, { params: { id }, query: { ...where, period } }, { signal })).data;
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
