import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../i18n/format';
import { Plot } from '../../ui/charts/Plot';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage } from '../../shared/session/session';
import { monthsUntilToday } from '../../local/records/figures/years';
import { useToday } from '../species/data';
import type { Figures } from './data';
import { ChartSection } from './ChartSection';
import classes from './YearAgainstYear.module.css';

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** The species found until each month in two years. Whatever the period is, both are shown as a whole; this year until today. */
export function YearAgainstYear({ throughYears }: Pick<Figures, 'throughYears'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const choices = throughYears.map((one) => one.year);
  const year = choices.find((one) => one === read('year')) ?? choices[0];
  const against = choices.find((one) => one === read('against')) ?? choices.find((one) => year !== undefined && one < year) ?? choices[0];
  const today = useToday();
  const valuesOf = (wanted: string | undefined) => {
    const found = throughYears.find((one) => one.year === wanted);
    return found ? monthsUntilToday(found.year, found.months, today) : [];
  };
  const [values, others] = [valuesOf(year), valuesOf(against)];
  if (year === undefined || against === undefined || choices.length < 2) return null;
  const species = (count: number) => t('common:count.species', { count });
  const nameOf = (month: number) => monthName(month + 1, language);
  return (
    <ChartSection
      title={t('compare.title')}
      file="year-against-year"
      columns={[t('column.month'), year, ...(against === year ? [] : [against])]}
      rows={MONTHS.map((month) => [nameOf(month), values[month] ?? null, ...(against === year ? [] : [others[month] ?? null])])}
      notes={[t('compare.note')]}
      controls={
        <>
          <NativeSelect
            aria-label={t('compare.year')}
            data={[...choices]}
            value={year}
            onChange={(event) => write({ year: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={t('compare.against')}
            data={[...choices]}
            value={against}
            onChange={(event) => write({ against: event.currentTarget.value })}
          />
        </>
      }
    >
      <Plot
        label={t('compare.title')}
        series={[
          { kind: 'line', values },
          { kind: 'line', values: others, look: 'other' },
        ]}
        read={(month) => {
          const known = [[year, values[month]] as const, [against, others[month]] as const];
          const texts = known.flatMap(([of, count]) => (count === undefined ? [] : [`${of} – ${species(count)}`]));
          return `${nameOf(month)}: ${texts.join('; ')}`;
        }}
        start={values.length - 1}
        top={number(Math.max(...values, ...others), language)}
        ticks={MONTHS.map((month) => monthName(month + 1, language, 'narrow'))}
        legend={
          <p className={classes.legend} aria-hidden>
            <span className={classes.main}>{year}</span>
            <span className={classes.other}>{against}</span>
          </p>
        }
      />
    </ChartSection>
  );
}
