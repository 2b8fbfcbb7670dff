import type { MonthCount } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { busiestMonths, groupMonthRuns, computeShares } from './months';

/** A species that is about as frequent in so many months has no season. */
const ALL_YEAR = 11;

/** "Most often in April–June, October"; null without any lists. */
export function useMonthsText(): (months: readonly MonthCount[] | null | undefined) => string | null {
  const { t } = useTranslation('discover');
  const language = useLanguage();
  const nameOf = (month: number) => monthName(month, language);
  return (months) => {
    const busiest = months ? busiestMonths(computeShares(months)) : [];
    if (busiest.length === 0) return null;
    if (busiest.length >= ALL_YEAR) return t('all_year');
    const parts = groupMonthRuns(busiest).flatMap((run) =>
      run.length > 2 ? [`${nameOf(run[0]!)}–${nameOf(run.at(-1)!)}`] : run.map(nameOf),
    );
    return t('months', { months: new Intl.ListFormat(language, { type: 'unit' }).format(parts) });
  };
}
