import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../../i18n/format';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { useLanguage } from '../../../shared/session/session';
import { type DatedRecord, recordsByMonth } from '../months';
import { MonthsChart } from './MonthsChart';
import classes from './OwnMonths.module.css';

/** The user's records of a species by month, as a chart and a table. Nothing without a record whose month is known. */
export function OwnMonths({ name, records }: { name: string; records: readonly DatedRecord[] }) {
  const { t } = useTranslation(['species', 'frequencies']);
  const language = useLanguage();
  const months = useMemo(() => recordsByMonth(records), [records]);
  if (months.every((count) => count === 0)) return null;
  const label = t('page.own_months', { name });
  return (
    <div className={classes.months}>
      <MonthsChart months={months} label={label} />
      <ChartTable
        summary={t('frequencies:months.table')}
        label={label}
        columns={[t('frequencies:months.month'), t('frequencies:months.records')]}
        rows={months.map((count, at) => [monthName(at + 1, language), number(count, language)])}
      />
    </div>
  );
}
