import { MAX_CIRCLE_KM, Uuid, WORLDWIDE } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { countryName } from '../../i18n/format';
import { type PlaceArea, type SavedPlace, savedPlaces } from '../../local/changes/saved-places';
import { openUserDatabase } from '../../local/db/database';
import { useQueryChange } from '../../ui/use-address-filter';
import type { MapPoint } from '../geo/map/map-view';
import { useDistance } from '../geo/position/words';
import { usePlaceWords } from '../geo/use-place-words';
import { useUser, useLanguage } from '../session/session';
import { type ShownPlace, usePublicPlace } from './public-place';

/**
 * A country code, `worldwide`, a saved place as `locationOfPlace` writes it (decision 0024), a circle as `locationAround` does, or a public
 * place as `locationOfPublicPlace` does.
 */
export type LocationFilter = string;

/** The user's country when an address was first shown, by the key of its history entry; going back finds it again. */
const chosenIn = new Map<string, string | null>();

/** The last choice on any screen, with the user's country at that time. */
let shared: { userId: string; country: string | null; filter: LocationFilter } | null = null;

/**
 * The location filter in the URL (`country`, `place_id` or `around`), so that a link shows the same list. Without one, it is the choice
 * last made on another screen, else `standard`. Values that are invalid, or that the screen does not accept, count as none. A filter
 * chosen before the user's country changed, here, in another tab or on another device, gives way to the new country, also when the user
 * comes back to it.
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
  const isChosen = asked !== null && isAnyLocation(asked) && accepts(asked);
  const isOutdated = isChosen && chosenIn.has(key) && chosenIn.get(key) !== country;
  const now = country ?? WORLDWIDE;
  const elsewhere = shared?.userId === userId ? (shared.country === country ? shared.filter : now) : standard;
  const change = useCallback(
    (next: LocationFilter) => {
      shared = { userId, country, filter: next };
      changeQuery((after) => {
        for (const name of [...LOCATION_NAMES, 'tab']) after.delete(name);
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

/** The names in the query of an address that a location filter has or had. */
const LOCATION_NAMES = ['country', 'place_id', 'around', 'place', 'location'] as const;

/** An address without a location filter, for `useAddressFilter`. */
export const NO_LOCATION: Readonly<Record<string, null>> = Object.fromEntries(LOCATION_NAMES.map((name) => [name, null]));

const PLACE = 'place ';
const AROUND = 'around ';
const PUBLIC = 'public ';

/** The filter for a saved place. */
export const locationOfPlace = (id: string): LocationFilter => `${PLACE}${id}`;

/** The filter for a public place. */
export const locationOfPublicPlace = (id: string): LocationFilter => `${PUBLIC}${id}`;

/** The id of the public place of a filter; null if it is something else. */
export const readPublicPlaceId = (filter: LocationFilter): string | null =>
  filter.startsWith(PUBLIC) ? filter.slice(PUBLIC.length) : null;

/** The filter for a circle of as many kilometres around a point in degrees. */
export const locationAround = ({ latitude, longitude }: MapPoint, kilometres: number): LocationFilter =>
  `${AROUND}${latitude.toFixed(4)},${longitude.toFixed(4)},${kilometres}`;

/** The circle of a filter; null without a valid one. */
export function readAround(filter: LocationFilter): { latitude: number; longitude: number; radius_km: number } | null {
  if (!filter.startsWith(AROUND)) return null;
  const numbers = filter.slice(AROUND.length).split(',');
  const [latitude = NaN, longitude = NaN, radius_km = NaN] = numbers.map((text) => (text.trim() === '' ? NaN : Number(text)));
  const isCircle = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && radius_km >= 1 && radius_km <= MAX_CIRCLE_KM;
  return isCircle && numbers.length === 3 ? { latitude, longitude, radius_km } : null;
}

/** Whether a filter is an area, not a country or the world. */
export const isAreaFilter = (filter: LocationFilter): boolean =>
  filter.startsWith(PLACE) || filter.startsWith(AROUND) || filter.startsWith(PUBLIC);

/** The id of the saved place of a filter; null if it is something else. */
const readPlaceId = (filter: LocationFilter): string | null => (filter.startsWith(PLACE) ? filter.slice(PLACE.length) : null);

/** A filter as the query of an address of the app. */
export function writeLocationQuery(filter: LocationFilter): string {
  const id = readPlaceId(filter);
  if (id !== null) return `place_id=${id}`;
  if (filter.startsWith(PUBLIC)) return `place=${filter.slice(PUBLIC.length)}`;
  return filter.startsWith(AROUND) ? `around=${filter.slice(AROUND.length)}` : `country=${filter}`;
}

/** The location of records as the query of a request, which may be a public place. */
export function makeRecordsRequest(filter: LocationFilter): ReturnType<typeof makeLocationRequest> | { place: string } {
  const shown = readPublicPlaceId(filter);
  return shown === null ? makeLocationRequest(filter) : { place: shown };
}

/** A filter that is no public place as the query of a request. */
export function makeLocationRequest(
  filter: LocationFilter,
): { country: string } | { place_id: string } | { latitude: number; longitude: number; radius_km: number } {
  const id = readPlaceId(filter);
  return id === null ? (readAround(filter) ?? { country: filter }) : { place_id: id };
}

/** The filter in the query of an address; null without a valid one. */
export function readLocationQuery(query: URLSearchParams): LocationFilter | null {
  const asked = filterIn(query);
  return asked !== null && isLocationFilter(asked) ? asked : null;
}

/** `location` is in links from before `country`. */
function filterIn(query: URLSearchParams): LocationFilter | null {
  const id = query.get('place_id');
  if (id !== null) return locationOfPlace(id);
  const shown = query.get('place');
  if (shown !== null) return locationOfPublicPlace(shown);
  const around = query.get('around');
  return around === null ? (query.get('country') ?? query.get('location')) : AROUND + around;
}

function isCountryFilter(value: LocationFilter): boolean {
  return value === WORLDWIDE || /^[A-Z]{2}$/.test(value);
}

/** Countries, the world, saved places and circles. */
export function isLocationFilter(value: LocationFilter): boolean {
  const id = readPlaceId(value);
  return id === null ? isCountryFilter(value) || readAround(value) !== null : Uuid.safeParse(id).success;
}

/** As `isLocationFilter`, and public places. */
export function isAnyLocation(value: LocationFilter): boolean {
  const id = readPublicPlaceId(value);
  return id === null ? isLocationFilter(value) : Uuid.safeParse(id).success;
}

/** The saved places that a filter can be, by name; undefined while loading. */
export function useFilterPlaces(): SavedPlace[] | undefined {
  const { id } = useUser();
  return useLiveQuery(() => savedPlaces(openUserDatabase(id)), [id]);
}

/** The saved place of a filter: undefined while loading, null if the filter has none or the place is gone. */
function useSavedPlaceOf(filter: LocationFilter): SavedPlace | null | undefined {
  const places = useFilterPlaces();
  const id = readPlaceId(filter);
  if (id === null) return null;
  return places && (places.find((place) => place.id === id) ?? null);
}

/** The place or the circle of a filter: undefined while loading, null if the filter has none or the place is gone. */
export function usePlaceOfFilter(filter: LocationFilter): PlaceArea | null | undefined {
  const saved = useSavedPlaceOf(filter);
  const around = useMemo(() => makeCircle(filter), [filter]);
  const publicId = readPublicPlaceId(filter);
  const shown = usePublicPlace(publicId);
  const area = useMemo(() => shown && outlinePlace(shown), [shown]);
  return publicId === null ? (around ?? saved) : area;
}

/** No record was made with it as its saved place. */
const NO_PLACE = '';

const outlinePlace = ({ latitude, longitude, boundary: geometry }: ShownPlace): PlaceArea => ({
  id: NO_PLACE,
  latitude,
  longitude,
  uncertainty_m: null,
  geometry,
});

function makeCircle(filter: LocationFilter): PlaceArea | null {
  const around = readAround(filter);
  if (!around) return null;
  const { latitude, longitude, radius_km } = around;
  return { id: NO_PLACE, latitude, longitude, uncertainty_m: radius_km * 1000 };
}

/** What a circle is called: its middle in words, with its size. */
export function useAroundName(filter: LocationFilter): string | null {
  const around = readAround(filter);
  const words = usePlaceWords(around);
  const length = useDistance();
  if (!around) return null;
  return `${words ?? `${around.latitude}, ${around.longitude}`} · ${length(around.radius_km * 1000)}`;
}

/** What a filter is called, in sentences too. */
export function useLocationName(filter: LocationFilter): string {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const place = useSavedPlaceOf(filter);
  const around = useAroundName(filter);
  const shown = usePublicPlace(readPublicPlaceId(filter));
  if (around !== null) return around;
  if (readPublicPlaceId(filter) !== null) return shown === null ? t('location.place_gone') : (shown?.name ?? '');
  if (readPlaceId(filter) !== null) return place === null ? t('location.place_gone') : (place?.name ?? '');
  return filter === WORLDWIDE ? t('location.worldwide') : countryName(filter, language);
}
