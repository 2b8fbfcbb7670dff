import { useTranslation } from 'react-i18next';

interface Total {
  count: number;
  is_minimum: boolean;
}

/** Formats totals: "412 records and 96 species", with "at least" if the counting limit was reached. */
export function useTotals(): (totals: { records: Total; species: Total }) => string {
  const { t } = useTranslation(['map', 'common']);
  return ({ records, species }) => {
    const one = (kind: 'records' | 'species', { count, is_minimum }: Total) => {
      const text = t(`common:count.${kind}`, { count });
      return is_minimum ? t('at_least', { total: text }) : text;
    };
    return t('totals', { records: one('records', records), species: one('species', species) });
  };
}
