import { NativeSelect } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../i18n/format';
import { useCountryChoices } from './countries';
import { useLanguage, useUser } from '../session/session';
import { type LocationFilter, locationOfPlace, readPlaceId, useFilterPlaces } from './location-filter';

interface Props {
  value: LocationFilter;
  onChange: (next: LocationFilter) => void;
  /** Whether saved places are among the choices. */
  hasPlaces?: boolean;
}

/** Worldwide, the user's country, a saved place, or any other country. */
export function LocationSelect({ value, onChange, hasPlaces = false }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const own = useUser().country_code;
  const countries = useCountryChoices();
  const places = useFilterPlaces();
  const data = useMemo(() => {
    const saved = hasPlaces ? (places ?? []).map(({ id, name }) => ({ value: locationOfPlace(id), label: name })) : [];
    const isGone = readPlaceId(value) !== null && saved.every((one) => one.value !== value);
    // Until the places are loaded, the choice has no name yet.
    const items = isGone ? [...saved, { value, label: places ? t('location.place_gone') : '…' }] : saved;
    return [
      { value: WORLDWIDE, label: t('location.worldwide') },
      ...(own ? [{ value: own, label: countryName(own, language) }] : []),
      ...(items.length > 0 ? [{ group: t('screens.my_locations'), items }] : []),
      { group: t('location.countries'), items: countries.filter((one) => one.value !== own) },
    ];
  }, [t, own, language, countries, places, hasPlaces, value]);
  return (
    <NativeSelect aria-label={t('location.label')} data={data} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
