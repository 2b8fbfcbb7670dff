import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, monthName, number } from '../../../i18n/format';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import { useCountryFrequencies } from '../../../shared/frequencies/data';
import type { Taxon } from '../../../shared/taxa/data';
import classes from './EveryonesMonths.module.css';
import { MonthsChart } from './MonthsChart';

/** Everyone's records of a species in the user's country by month, with the country; undefined without any on this device. */
export function useEveryonesMonths(taxonId: number) {
  const index = useCountryFrequencies(null);
  const months = useMemo(() => index?.months(taxonId), [index, taxonId]);
  return index && months?.some(({ records }) => records > 0) ? { months, country: index.table.country } : undefined;
}

/** Everyone's records of a species in the user's country by month, as a chart and a table. Nothing without data on this device. */
export function EveryonesMonths({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('frequencies');
  const language = useLanguage();
  const found = useEveryonesMonths(taxon.id);
  if (!found) return null;
  const { months } = found;
  const country = countryName(found.country, language);
  const label = t('months.label', { name: taxon.name, country });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <section>
      <SectionTitle>{t('months.title')}</SectionTitle>
      <MonthsChart months={months.map(({ records }) => records)} label={label} />
      <ChartTable
        summary={t('months.table')}
        label={label}
        columns={[t('months.month'), t('months.records'), t('months.lists'), t('months.share')]}
        rows={months.map(({ records, lists, of }, at) => [
          monthName(at + 1, language),
          number(records, language),
          number(lists, language),
          of > 0 ? percent.format(lists / of) : '–',
        ])}
      />
      <p className={classes.note}>{t('months.note', { country })}</p>
    </section>
  );
}
