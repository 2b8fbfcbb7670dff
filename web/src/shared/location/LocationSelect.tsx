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
  readAround,
  useAroundName,
  useFilterPlaces,
} from './location-filter';

const FindAround = lazy(() => import('./FindAround'));

/** The choice that opens the search. */
const SEARCH = 'search';

interface Props {
  value: LocationFilter;
  onChange: (next: LocationFilter) => void;
  /** Whether saved places and any other place are among the choices. */
  hasPlaces?: boolean;
}

/** Worldwide, the user's country, a saved place, a circle around a place searched by its name, or any other country. */
export function LocationSelect({ value, onChange, hasPlaces = false }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const own = useUser().country_code;
  const countries = useCountryChoices();
  const places = useFilterPlaces();
  const length = useDistance();
  const aroundName = useAroundName(value);
  const [isSearching, setSearching] = useState(false);
  const data = useMemo(() => {
    const around = readAround(value);
    const saved = hasPlaces ? (places ?? []).map(({ id, name }) => ({ value: locationOfPlace(id), label: name })) : [];
    const isGone = !around && isAreaFilter(value) && saved.every((one) => one.value !== value);
    // Until the places are loaded, the choice has no name yet.
    const items = isGone ? [...saved, { value, label: places ? t('location.place_gone') : '…' }] : saved;
    const sized = (at: MapPoint) =>
      CIRCLE_RADII.map((km) => ({ value: locationAround(at, km), label: length(km * 1000) })).filter((one) => one.value !== value);
    return [
      { value: WORLDWIDE, label: t('location.worldwide') },
      ...(own ? [{ value: own, label: countryName(own, language) }] : []),
      ...(aroundName !== null ? [{ value, label: aroundName }] : []),
      ...(around ? [{ group: t('location.around'), items: sized(around) }] : []),
      ...(hasPlaces ? [{ value: SEARCH, label: t('location.search') }] : []),
      ...(items.length > 0 ? [{ group: t('screens.my_locations'), items }] : []),
      { group: t('location.countries'), items: countries.filter((one) => one.value !== own) },
    ];
  }, [t, own, language, countries, places, hasPlaces, value, aroundName, length]);
  return (
    <>
      <NativeSelect
        aria-label={t('location.label')}
        data={data}
        value={value}
        onChange={({ currentTarget: { value: next } }) => (next === SEARCH ? setSearching(true) : onChange(next))}
      />
      {isSearching && (
        <Suspense fallback={null}>
          <FindAround
            onChoose={(place) => {
              setSearching(false);
              onChange(locationAround(place, CIRCLE_RADII.find((km) => km * 1000 >= (place.uncertainty_m ?? 0)) ?? MAX_CIRCLE_KM));
            }}
            onClose={() => setSearching(false)}
          />
        </Suspense>
      )}
    </>
  );
}
