import { skipToken, useQuery } from '@tanstack/react-query';
import { listSpecies, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../local/app/veld';
import { wordsAt } from '../../local/places/words-at';
import type { PlaceArea } from '../../local/changes/saved-places';
import { useUser } from '../../shared/session/session';
import { isAreaFilter, type LocationFilter, usePlaceOfFilter } from '../../shared/location/location-filter';
import { type BrowseFilter, readGroup, type Taxon, taxonOfSummary, useBrowse, useTaxa } from '../../shared/taxa/data';

export interface SpeciesList {
  /** The species of the list, most common first; undefined while loading. Empty if it cannot be had. */
  list: Taxon[] | undefined;
  /** The country of the list; null for the whole taxonomy. Undefined while unknown. */
  country: string | null | undefined;
  /** The saved place or circle of the filter. */
  place: PlaceArea | null | undefined;
  /** The list is not on this device, and could not be loaded. */
  isMissing: boolean;
}

/**
 * The species of a location: of the user's country and the world from the device, of any other country from the server, which keeps
 * them on the device for the next time. A place has the list of its country.
 */
export function useLocationSpecies(location: LocationFilter, group: string | null): SpeciesList {
  const own = useUser().country_code;
  const place = usePlaceOfFilter(location);
  const countryOfPlace = useCountryOf(place);
  const country = isAreaFilter(location) ? countryOfPlace : location === WORLDWIDE ? null : location;
  const isElsewhere = typeof country === 'string' && country !== own;
  const onDevice = useListOnDevice(country === own ? own : null, group);
  const elsewhere = useListOfServer(isElsewhere ? country : null, group);
  const list = country === undefined ? undefined : isElsewhere ? elsewhere.list : onDevice;
  return { list, country, place, isMissing: isElsewhere && elsewhere.isMissing };
}

function useListOnDevice(country: string | null, group: string | null): Taxon[] | undefined {
  const filter = useMemo<BrowseFilter>(
    () => ({ rank: 'species', limit: Infinity, ...(country ? { copy: 'country' } : {}), ...(group ? { group } : {}) }),
    [country, group],
  );
  return useBrowse(filter);
}

const NONE: readonly number[] = [];

export const listOfCountryKey = (country: string | null) => ['species-of-country', country];

function useListOfServer(country: string | null, group: string | null): { list: Taxon[] | undefined; isMissing: boolean } {
  const { data, isPending, fetchStatus, isError } = useQuery({
    queryKey: listOfCountryKey(country),
    queryFn: country === null ? skipToken : ({ signal }) => api.call(listSpecies, { query: { country, external: '1' } }, { signal }),
    staleTime: 86_400_000,
    meta: { persist: true },
  });
  const ids = useMemo(() => (data ? Object.values(data) : NONE), [data]);
  const known = useTaxa(ids);
  const list = useMemo(() => {
    if (!data || !known) return undefined;
    const byId = new Map(known.map((taxon) => [taxon.id, taxon]));
    return Object.entries(data)
      .map(([name, id]) => byId.get(id) ?? withoutDetails(name, id))
      .filter((taxon) => group === null || readGroup(taxon) === group)
      .toSorted((one, other) => one.rarity - other.rarity || one.name.localeCompare(other.name));
  }, [data, known, group]);
  const isMissing = !data && (isError || (isPending && fetchStatus === 'paused'));
  return { list: isMissing ? [] : list, isMissing };
}

/** A species whose details are not on this device. */
function withoutDetails(name: string, id: number): Taxon {
  return taxonOfSummary({ id, name, scientific_name: name, rank: 'species', group: 'other', image_url: null });
}

/** The country of a saved place: null at sea and for none, undefined while unknown. */
function useCountryOf(place: PlaceArea | null | undefined): string | null | undefined {
  const [found, setFound] = useState<{ place: PlaceArea; country: string | null } | null>(null);
  useEffect(() => {
    if (!place) return;
    let isCurrent = true;
    const found = (country: string | null) => isCurrent && setFound({ place, country });
    wordsAt(place).then(
      (words) => found(words?.country_code ?? null),
      () => found(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [place]);
  if (!place) return place;
  return found?.place === place ? found.country : undefined;
}
