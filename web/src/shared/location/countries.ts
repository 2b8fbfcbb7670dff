import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../i18n/countries';
import { countryName } from '../../i18n/format';
import { useLanguage } from '../session/session';

/** All countries for a select, by name. */
export function useCountryChoices(): { value: string; label: string }[] {
  const language = useLanguage();
  return useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code, language) })).toSorted((a, b) =>
        a.label.localeCompare(b.label, language),
      ),
    [language],
  );
}
