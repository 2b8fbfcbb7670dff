import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './MonthsChart.module.css';

/** Records of each month of the year as bars with their numbers. */
export function MonthsChart({ months, label }: { months: readonly number[]; label: string }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const most = Math.max(1, ...months);
  return (
    <ol className={classes.chart} aria-label={label}>
      {months.map((count, month) => (
        // oxlint-disable-next-line react/no-array-index-key -- the months of a year
        <li key={month} className={classes.month} aria-label={`${monthName(month + 1, language)}: ${t('count.records', { count })}`}>
          <span className={classes.count} aria-hidden>
            {count > 0 && number(count, language)}
          </span>
          <span className={classes.bar} style={{ height: `${(100 * count) / most}%` }} aria-hidden />
          <span className={classes.name} aria-hidden>
            {monthName(month + 1, language, 'narrow')}
          </span>
        </li>
      ))}
    </ol>
  );
}
