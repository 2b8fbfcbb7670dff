import type { Language } from '@veld/contract';
import { nameIn } from '@veld/geography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import type { Figures } from '../data';
import { SharesChart } from './SharesChart';

/** Countries, and the towns that records are nearest to. */
export function PlacesCharts({ countries, towns }: Pick<Figures, 'countries' | 'towns'>) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const unknown = t('places.none');
  const inCountries = useMemo(() => {
    const nameOf = countryNames(language);
    return countries.map(({ key, ...figures }) => ({ name: key === null ? unknown : nameOf(key), ...figures }));
  }, [countries, language, unknown]);
  const inTowns = useMemo(() => {
    const nameOf = countryNames(language);
    return towns.map(({ key, ...figures }) => ({
      name: key === null ? unknown : `${nameIn(key, language)}, ${nameOf(key.country_code)}`,
      ...figures,
    }));
  }, [towns, language, unknown]);
  return (
    <>
      <SharesChart title={t('places.countries')} file="countries" column={t('column.country')} shares={inCountries} />
      <SharesChart title={t('places.towns')} file="places" column={t('column.place')} shares={inTowns} />
    </>
  );
}

/** Names of countries, each looked up once: thousands of towns lie in few countries. */
function countryNames(language: Language): (code: string) => string {
  const names = new Map<string, string>();
  return (code) => {
    const name = names.get(code) ?? countryName(code, language);
    names.set(code, name);
    return name;
  };
}
