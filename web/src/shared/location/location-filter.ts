import { Uuid, WORLDWIDE } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { countryName } from '../../i18n/format';
import { type SavedPlace, savedPlaces } from '../../local/changes/saved-places';
import { openUserDatabase } from '../../local/db/database';
import { useQueryChange } from '../../ui/use-address-filter';
import { useUser, useLanguage } from '../session/session';

/** A country code, `worldwide`, or a saved place as `locationOfPlace` writes it (decision 0024). */
export type LocationFilter = string;

/** The user's country when an address was first shown, by the key of its history entry; going back finds it again. */
const chosenIn = new Map<string, string | null>();

/** The last choice on any screen, with the user's country at that time. */
let shared: { userId: string; country: string | null; filter: LocationFilter } | null = null;

/**
 * The location filter in the URL (`country` or `place_id`), so that a link shows the same list. Without one, it is the choice last made
 * on another screen, else `standard`. Values that are invalid, or that the screen does not accept, count as none. A filter chosen before
 * the user's country changed, here, in another tab or on another device, gives way to the new country, also when the user comes back
 * to it.
 */
export function useLocationFilter(
  standard: LocationFilter,
  accepts: (filter: LocationFilter) => boolean = isCountryFilter,
): [LocationFilter, (next: LocationFilter) => void] {
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const { key } = useLocation();
  const { id: userId, country_code: country } = useUser();
  const asked = filterIn(query);
  const isChosen = asked !== null && isLocationFilter(asked) && accepts(asked);
  const isOutdated = isChosen && chosenIn.has(key) && chosenIn.get(key) !== country;
  const now = country ?? WORLDWIDE;
  const elsewhere = shared?.userId === userId ? (shared.country === country ? shared.filter : now) : standard;
  const change = useCallback(
    (next: LocationFilter) => {
      shared = { userId, country, filter: next };
      changeQuery((after) => {
        for (const name of ['country', 'place_id', 'location', 'tab']) after.delete(name);
        for (const [name, value] of new URLSearchParams(writeLocationQuery(next))) after.set(name, value);
      });
    },
    [changeQuery, userId, country],
  );
  useEffect(() => {
    if (isOutdated) change(now);
    else chosenIn.set(key, country);
  }, [isOutdated, change, key, country, now]);
  if (isOutdated) return [now, change];
  return [isChosen ? asked : accepts(elsewhere) ? elsewhere : standard, change];
}

const PLACE = 'place ';

/** The filter for a saved place. */
export const locationOfPlace = (id: string): LocationFilter => `${PLACE}${id}`;

/** The id of the saved place of a filter; null for a country or the world. */
export const readPlaceId = (filter: LocationFilter): string | null => (filter.startsWith(PLACE) ? filter.slice(PLACE.length) : null);

/** A filter as the query of an address of the app. */
export function writeLocationQuery(filter: LocationFilter): string {
  const id = readPlaceId(filter);
  return id === null ? `country=${filter}` : `place_id=${id}`;
}

/** A filter as the query of a request. */
export function makeLocationRequest(filter: LocationFilter): { country: string } | { place_id: string } {
  const id = readPlaceId(filter);
  return id === null ? { country: filter } : { place_id: id };
}

/** `location` is in links from before `country`. */
function filterIn(query: URLSearchParams): LocationFilter | null {
  const id = query.get('place_id');
  return id === null ? (query.get('country') ?? query.get('location')) : locationOfPlace(id);
}

function isCountryFilter(value: LocationFilter): boolean {
  return value === WORLDWIDE || /^[A-Z]{2}$/.test(value);
}

/** Countries, the world and saved places. */
export function isLocationFilter(value: LocationFilter): boolean {
  const id = readPlaceId(value);
  return id === null ? isCountryFilter(value) : Uuid.safeParse(id).success;
}

/** The saved places that a filter can be, by name; undefined while loading. */
export function useFilterPlaces(): SavedPlace[] | undefined {
  const { id } = useUser();
  return useLiveQuery(() => savedPlaces(openUserDatabase(id)), [id]);
}

/** The saved place of a filter: undefined while loading, null if the filter has none or the place is gone. */
export function usePlaceOfFilter(filter: LocationFilter): SavedPlace | null | undefined {
  const places = useFilterPlaces();
  const id = readPlaceId(filter);
  if (id === null) return null;
  return places && (places.find((place) => place.id === id) ?? null);
}

/** What a filter is called, in sentences too. */
export function useLocationName(filter: LocationFilter): string {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const place = usePlaceOfFilter(filter);
  if (readPlaceId(filter) !== null) return place === null ? t('location.place_gone') : (place?.name ?? '');
  return filter === WORLDWIDE ? t('location.worldwide') : countryName(filter, language);
}
