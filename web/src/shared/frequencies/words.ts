import type { FrequencyArea, Likely, LikelySpecies } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName, monthName, number } from '../../i18n/format';
import { useLanguage } from '../session/session';

/** On how many of the lists of a month in an area a species is. */
export interface ListShare {
  lists: number;
  of: number;
  month: number;
  area: FrequencyArea;
  country: string;
}

/** How many of the lists that count for its group have a species. */
export function describeShare({ month, country }: LikelySpecies, { lists, of, area }: Likely): ListShare {
  return { lists, of, month, area, country };
}

/** "On 14 of 40 November lists near you", or "On none of 60 November lists near you". */
export function useFrequencyText(): (share: ListShare) => string {
  const { t } = useTranslation('frequencies');
  const language = useLanguage();
  return ({ lists, of, month, area, country }) =>
    t(lists === 0 ? `none.${area}` : `reason.${area}`, {
      lists: number(lists, language),
      of: number(of, language),
      month: monthName(month, language),
      country: countryName(country, language),
    });
}

/** Which lists an order follows; or that there are too few, and it follows how common species are. */
export function useSourceText(): (likely: Omit<ListShare, 'lists'> | null, month: number) => string {
  const { t } = useTranslation('frequencies');
  const language = useLanguage();
  return (likely, month) => {
    if (!likely) return t('likely.too_little', { month: monthName(month, language) });
    const { of, area, country } = likely;
    return t(`likely.${area}`, { of: number(of, language), month: monthName(month, language), country: countryName(country, language) });
  };
}
