import { type FrequencyIndex, frequencyCell, type LikelySpecies } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../local/app/veld';
import type { UserDatabase } from '../../local/db/database';
import { lastPlace } from '../../local/device/last-place';
import { fetchAsked } from '../../local/frequencies/asked';
import { fetchedAt, findFrequencies } from '../../local/frequencies/packs';
import { wordsAt } from '../../local/places/words-at';
import { currentDatabase, useUser } from '../session/session';

export type { FrequencyIndex, LikelySpecies } from '@veld/contract';

export interface Place {
  latitude: number;
  longitude: number;
}

/** The place where the device was last, within its cell; null if unknown, undefined while loading. */
export function useLastPlace(): Place | null | undefined {
  const database = currentDatabase();
  const place = useLiveQuery(() => lastPlace.read(database), [database]);
  return useSameCell(place);
}

/** A place that stays the same object as long as it is in the same cell. */
function useSameCell<P extends Place | null | undefined>(place: P): P {
  const cell = place ? frequencyCell(place.latitude, place.longitude) : place;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cell decides
  return useMemo(() => place, [cell]);
}

/**
 * The frequencies on this device of the country of a place; without a known country, those of the user's country. Null if there are
 * none, undefined while loading.
 */
export function useFrequencies(place: Place | null | undefined): FrequencyIndex | null | undefined {
  return useCountryFrequencies(usePlaceCountry(place));
}

/** The country of a place; null at sea, without a place, and as long as the device does not know. Undefined while loading. */
export function usePlaceCountry(given: Place | null | undefined): string | null | undefined {
  const place = useSameCell(given);
  const [found, setFound] = useState<{ place: Place; country: string | null } | null>(null);
  useEffect(() => {
    if (!place) return;
    let isCurrent = true;
    wordsAt(place).then(
      (words) => isCurrent && setFound({ place, country: words?.country_code ?? null }),
      () => isCurrent && setFound({ place, country: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [place]);
  if (!place) return place;
  return found?.place === place ? found.country : undefined;
}

/**
 * The species to expect at a place on a day (YYYY-MM-DD), most likely first. Null if there are too few lists or none on this device;
 * undefined while loading.
 */
export function useLikelySpecies(place: Place | null | undefined, day: string): LikelySpecies | null | undefined {
  const index = useFrequencies(place);
  const same = useSameCell(place);
  return useMemo(() => index && index.likely(same ?? null, day), [index, same, day]);
}

/**
 * As `useLikelySpecies`, of a country: near the place if that is in it, else in the whole country. Without a country, that of the user.
 */
export function useLikelyIn(
  country: string | null | undefined,
  place: Place | null | undefined,
  day: string,
): LikelySpecies | null | undefined {
  const index = useCountryFrequencies(country);
  const same = useSameCell(place);
  return useMemo(() => index && (same === undefined ? undefined : index.likely(same, day)), [index, same, day]);
}

/** The frequencies of a country, if they are on this device; without one, those of the user's country. */
export function useCountryFrequencies(country: string | null | undefined): FrequencyIndex | null | undefined {
  return useOfCountry(country, findFrequencies);
}

/** When the frequencies of a country came to this device; null if they have not. Without one, those of the user's country. */
export function useFrequenciesAge(country: string | null | undefined): number | null | undefined {
  return useOfCountry(country, fetchedAt);
}

/** What this device has of a country, or without one of the user's country. Undefined while loading. */
function useOfCountry<T>(
  country: string | null | undefined,
  read: (database: UserDatabase, country: string) => Promise<T | null>,
): T | null | undefined {
  const database = currentDatabase();
  const home = useUser().country_code;
  const wanted = country === null ? home : country;
  const found = useLiveQuery(async () => (wanted ? read(database, wanted) : null), [database, wanted, read]);
  return wanted === undefined ? undefined : found;
}

/** The month of an address, 1 to 12; null for none. */
export function monthFrom(text: string | null): number | null {
  return /^([1-9]|1[0-2])$/.test(text ?? '') ? Number(text) : null;
}

/** A day by which to ask what is likely in a month: its middle, or today in the current one. */
export function dayIn(month: number | null, today: string): string {
  const wanted = `${today.slice(0, 5)}${String(month ?? today.slice(5, 7)).padStart(2, '0')}`;
  return today.startsWith(wanted) ? today : `${wanted}-15`;
}

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
