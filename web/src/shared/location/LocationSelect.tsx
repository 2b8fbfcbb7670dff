import { NativeSelect } from '@mantine/core';
import { MAX_CIRCLE_KM, WORLDWIDE } from '@veld/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../i18n/format';
import { CIRCLE_RADII } from '../../local/device/feed-view';
import type { MapPoint } from '../geo/map/map-view';
import { useDistance } from '../geo/position/words';
import { useLanguage, useUser } from '../session/session';
import { useCountryChoices } from './countries';
import {
  isAreaFilter,
  locationAround,
  type LocationFilter,
  locationOfPlace,
  locationOfPublicPlace,
  readAround,
  readPublicPlaceId,
  useAroundName,
  useFilterPlaces,
} from './location-filter';
import { usePublicPlace } from './public-place';

const FindAround = lazy(() => import('./FindAround'));
const FindPublicPlace = lazy(() => import('./FindPublicPlace'));

/** The choice that opens the search. */
const SEARCH = 'search';
const SEARCH_PUBLIC = 'search public';

interface Props {
  value: LocationFilter;
  onChange: (next: LocationFilter) => void;
  /** Whether saved places and any other place are among the choices. */
  hasPlaces?: boolean;
  /** The choice that searches for a public place; absent if it is none of the choices. */
  publicPlaces?: string;
}

/** Worldwide, the user's country, a saved place, a circle around a place searched by its name, or any other country. */
export function LocationSelect({ value, onChange, hasPlaces = false, publicPlaces }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const own = useUser().country_code;
  const countries = useCountryChoices();
  const places = useFilterPlaces();
  const length = useDistance();
  const aroundName = useAroundName(value);
  const shown = usePublicPlace(readPublicPlaceId(value));
  const [isSearching, setSearching] = useState<typeof SEARCH | typeof SEARCH_PUBLIC | null>(null);
  const data = useMemo(() => {
    const around = readAround(value);
    const saved = hasPlaces ? (places ?? []).map(({ id, name }) => ({ value: locationOfPlace(id), label: name })) : [];
    const isPublic = readPublicPlaceId(value) !== null;
    const isGone = !around && !isPublic && isAreaFilter(value) && saved.every((one) => one.value !== value);
    // Until the places are loaded, the choice has no name yet.
    const items = isGone ? [...saved, { value, label: places ? t('location.place_gone') : '…' }] : saved;
    const sized = (at: MapPoint) =>
      CIRCLE_RADII.map((km) => ({ value: locationAround(at, km), label: length(km * 1000) })).filter((one) => one.value !== value);
    return [
      { value: WORLDWIDE, label: t('location.worldwide') },
      ...(own ? [{ value: own, label: countryName(own, language) }] : []),
      ...(aroundName !== null ? [{ value, label: aroundName }] : []),
      ...(isPublic ? [{ value, label: shown === null ? t('location.place_gone') : (shown?.name ?? '…') }] : []),
      ...(around ? [{ group: t('location.around'), items: sized(around) }] : []),
      ...(hasPlaces ? [{ value: SEARCH, label: t('location.search') }] : []),
      ...(publicPlaces === undefined ? [] : [{ value: SEARCH_PUBLIC, label: publicPlaces }]),
      ...(items.length > 0 ? [{ group: t('screens.my_locations'), items }] : []),
      { group: t('location.countries'), items: countries.filter((one) => one.value !== own) },
    ];
  }, [t, own, language, countries, places, hasPlaces, publicPlaces, shown, value, aroundName, length]);
  return (
    <>
      <NativeSelect
        aria-label={t('location.label')}
        data={data}
        value={value}
        onChange={({ currentTarget: { value: next } }) => (next === SEARCH || next === SEARCH_PUBLIC ? setSearching(next) : onChange(next))}
      />
      {isSearching === SEARCH_PUBLIC && (
        <Suspense fallback={null}>
          <FindPublicPlace
            onChoose={({ id }) => {
              setSearching(null);
              onChange(locationOfPublicPlace(id));
            }}
            onClose={() => setSearching(null)}
          />
        </Suspense>
      )}
      {isSearching === SEARCH && (
        <Suspense fallback={null}>
          <FindAround
            onChoose={(place) => {
              setSearching(null);
              onChange(locationAround(place, CIRCLE_RADII.find((km) => km * 1000 >= (place.uncertainty_m ?? 0)) ?? MAX_CIRCLE_KM));
            }}
            onClose={() => setSearching(null)}
          />
        </Suspense>
      )}
    </>
  );
}
