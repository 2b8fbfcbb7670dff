import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { useLanguage } from '../../../shared/session/session';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { MonthsChart } from '../../species/data';
import { useExploredMonths } from '../data';
import type { ViewProps } from '../view-props';
import { writeRecordQuery } from '../../../shared/record-filter/record-query';
import { NothingFound } from './NothingFound';
import { RecordsLink } from './RecordsLink';
import classes from './views.module.css';

/** The records of the filter by month and by year. */
export function MonthsView({ query, request, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const language = useLanguage();
  const { data, error, refetch } = useExploredMonths(request);
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <TaxonRowSkeletons label={t('loading')} />;
  const { months, years } = data;
  if (years.length === 0 && months.every((count) => count === 0)) return <NothingFound onClear={changes.clear} />;
  const yearAddress = (year: number) =>
    `/explore?${writeRecordQuery({ ...query, values: { ...query.values, year: String(year).padStart(4, '0') } })}`;
  return (
    <div className={classes.columns}>
      <section aria-labelledby="months">
        <SectionTitle id="months">{t('months.title')}</SectionTitle>
        <MonthsChart months={months} label={t('months.title')} />
        <ChartTable
          summary={t('months.table')}
          label={t('months.title')}
          columns={[t('months.month'), t('view.records')]}
          rows={months.map((count, at) => [monthName(at + 1, language), number(count, language)])}
        />
      </section>
      <section aria-labelledby="years">
        <SectionTitle id="years">{t('months.years')}</SectionTitle>
        <ol className={classes.people}>
          {years.toReversed().map(({ year, records, species }) => (
            <li key={year} className={classes.person}>
              <span className={classes.who}>
                <span className={classes.name}>{year}</span>
                <span className={classes.note}>{t('common:count.species', { count: species })}</span>
              </span>
              <RecordsLink to={yearAddress(year)} count={records} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
