import { NativeSelect } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useCountryChoices } from '../../accounts/country-choices';
import { useLanguage, useUser } from '../../accounts/data';
import type { LocationFilter } from '../../accounts/location-filter';

/** Worldwide, the user's country, or any other. */
export function LocationSelect({ value, onChange }: { value: LocationFilter; onChange: (next: LocationFilter) => void }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const own = useUser().country_code;
  const countries = useCountryChoices();
  const data = useMemo(
    () => [
      { value: WORLDWIDE, label: t('location.worldwide') },
      ...(own ? [{ value: own, label: countryName(own, language) }] : []),
      { group: t('location.countries'), items: countries.filter((one) => one.value !== own) },
    ],
    [t, own, language, countries],
  );
  return (
    <NativeSelect aria-label={t('location.label')} data={data} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
