import { SegmentedControl } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage, useUser } from '../../accounts/data';
import type { LocationFilter } from '../../accounts/location-filter';

/** Worldwide, the user's country, or a country from a link. Hidden if there is no country. */
export function LocationSwitch({ value, onChange }: { value: LocationFilter; onChange: (next: LocationFilter) => void }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const countries = [...new Set([useUser().country_code, value])].filter((code) => code !== null && code !== WORLDWIDE);
  if (countries.length === 0) return null;
  const data = [WORLDWIDE, ...countries].map((code) => ({
    value: code as string,
    label: code === WORLDWIDE ? t('location.worldwide') : countryName(code as string, language),
  }));
  return <SegmentedControl data={data} value={value} onChange={onChange} aria-label={t('location.country')} />;
}
