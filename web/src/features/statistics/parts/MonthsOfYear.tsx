import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../../i18n/format';
import { Plot } from '../../../ui/charts/Plot';
import { useLanguage } from '../../../shared/session/session';
import type { Figures } from '../data';
import { ChartSection } from './ChartSection';

/** Records by month of the year. */
export function MonthsOfYear({ months: { counts, without } }: Pick<Figures, 'months'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const most = Math.max(...counts);
  const nameOf = (month: number) => monthName(month + 1, language);
  return (
    <ChartSection
      title={t('months.title')}
      file="months"
      columns={[t('column.month'), t('column.records')]}
      rows={counts.map((count, month) => [nameOf(month), count])}
      notes={[without > 0 && t('without.month', { count: without })]}
    >
      <Plot
        label={t('months.title')}
        series={[{ kind: 'bars', values: counts }]}
        read={(month) => `${nameOf(month)}: ${t('common:count.records', { count: counts[month]! })}`}
        start={counts.indexOf(most)}
        top={number(most, language)}
        ticks={counts.map((_, month) => monthName(month + 1, language, 'narrow'))}
      />
    </ChartSection>
  );
}
