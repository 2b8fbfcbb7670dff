import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, monthName, number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../accounts/data';
import { useFrequenciesOf } from '../../frequencies/data';
import type { Taxon } from '../../taxa/data';
import classes from './EveryonesMonths.module.css';
import { MonthsChart } from './MonthsChart';

/** Everyone's records of a species in the user's country by month, as a chart and a table. Nothing without data on this device. */
export function EveryonesMonths({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('frequencies');
  const language = useLanguage();
  const index = useFrequenciesOf(null);
  const months = useMemo(() => index?.months(taxon.id), [index, taxon.id]);
  if (!index || !months?.some(({ records }) => records > 0)) return null;
  const country = countryName(index.table.country, language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <section>
      <SectionTitle>{t('months.title')}</SectionTitle>
      <MonthsChart months={months.map(({ records }) => records)} label={t('months.label', { name: taxon.name, country })} />
      <details className={classes.details}>
        <summary>{t('months.table')}</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('months.month')}</th>
              <th scope="col">{t('months.records')}</th>
              <th scope="col">{t('months.lists')}</th>
              <th scope="col">{t('months.share')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ records, lists, of }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the months of a year
              <tr key={at}>
                <th scope="row">{monthName(at + 1, language)}</th>
                <td>{number(records, language)}</td>
                <td>{number(lists, language)}</td>
                <td>{of > 0 ? percent.format(lists / of) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <p className={classes.note}>{t('months.note', { country })}</p>
    </section>
  );
}
