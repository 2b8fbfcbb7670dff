import { useEffect } from 'react';
import { api } from '../../local/app/veld';
import { fetchAsked } from '../../local/frequencies/asked';
import { currentDatabase, useUser } from '../session/session';
import { type LikelySpecies, type Place, useLastPlace, useLikelyIn } from './data';

/**
 * As `useLikelyIn`, of the location of a list: a country and, of a saved place, that place. Without a place, near where the device was
 * last. Frequencies of another country are fetched if this device has none.
 */
export function useLikelyAtLocation(
  country: string | null | undefined,
  place: Place | null | undefined,
  day: string,
): LikelySpecies | null | undefined {
  const last = useLastPlace();
  useFetchedFrequencies(country);
  return useLikelyIn(country, place === null ? last : place, day);
}

/**
 * As `useLikelyIn`, of a place whose country is known, or null: then without a place in the whole country of the person. Frequencies of
 * another country are fetched if this device has none.
 */
export function useLikelyAtPlace(country: string | null | undefined, place: Place | null, day: string): LikelySpecies | null | undefined {
  const home = useUser().country_code;
  useFetchedFrequencies(country === home ? null : country);
  return useLikelyIn(country, place, day);
}

/** Has the frequencies of a country fetched that this device does not keep. */
function useFetchedFrequencies(country: string | null | undefined): void {
  const database = currentDatabase();
  useEffect(() => {
    // Without a connection, the device goes on with what it has.
    if (country) fetchAsked(database, api, Date.now(), country).catch(() => undefined);
  }, [database, country]);
}
