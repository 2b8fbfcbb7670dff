import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { METRES_PER_MILE, monthName, number } from '../../../i18n/format';
import { BarList } from '../../../ui/charts/BarList';
import { Plot } from '../../../ui/charts/Plot';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useLanguage, useUser } from '../../../shared/session/session';
import { monthsUntilToday } from '../../../local/records/figures/years';
import { useToday } from '../../species/data';
import { Section } from '../page/Section';
import type { Entry } from './entries';
import { MEASURES, sumEntries, type Summaries, throughYears, useTotalsText } from './totals';
import classes from './YearsView.module.css';

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** Each year in figures, and one against another, month by month. */
export default function YearsView({ entries, summaries }: { entries: readonly Entry[]; summaries: Summaries }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const totalsText = useTotalsText();
  const [read, write] = useAddressFilter();
  const measure = MEASURES.find((one) => one === read('measure')) ?? 'hours';
  const today = useToday();
  const years = throughYears(entries, summaries, measure).map((one) => ({ ...one, months: monthsUntilToday(one.year, one.months, today) }));
  const year = years.find((one) => one.year === read('year')) ?? years[0];
  const against = years.find((one) => one.year === read('against')) ?? years.find((one) => year && one.year < year.year);
  if (!year) return null;
  const scale = measure === 'distance' && units === 'imperial' ? 1000 / METRES_PER_MILE : 1;
  const scaled = (values: readonly number[]) => values.map((value) => value * scale);
  const label = t(measure === 'distance' && units === 'imperial' ? 'years.measure.miles' : `years.measure.${measure}`);
  const text = (value: number) =>
    number(value * scale, language, { maximumFractionDigits: measure === 'journeys' || measure === 'complete' ? 0 : 1 });
  const choices = years.map((one) => one.year);
  const items = years.map((one) => {
    const ofYear = entries.filter(({ day }) => day.startsWith(one.year));
    return { key: one.year, label: one.year, value: one.months.at(-1)! * scale, text: totalsText(sumEntries(ofYear, summaries)) };
  });
  return (
    <div className={classes.years}>
      <div className={classes.controls}>
        <NativeSelect
          aria-label={t('years.what')}
          value={measure}
          data={MEASURES.map((one) => ({
            value: one,
            label: t(one === 'distance' && units === 'imperial' ? 'years.measure.miles' : `years.measure.${one}`),
          }))}
          onChange={(event) => write({ measure: event.currentTarget.value })}
        />
        {against && (
          <>
            <NativeSelect
              aria-label={t('years.year')}
              value={year.year}
              data={choices}
              onChange={(event) => write({ year: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('years.against')}
              value={against.year}
              data={choices}
              onChange={(event) => write({ against: event.currentTarget.value })}
            />
          </>
        )}
      </div>
      <Section title={label}>
        <BarList label={label} items={items} />
      </Section>
      <Section title={against ? t('years.compare', { year: year.year, against: against.year }) : year.year}>
        <Plot
          label={label}
          series={[
            { kind: 'line', values: scaled(year.months) },
            ...(against ? [{ kind: 'line' as const, values: scaled(against.months), look: 'other' as const }] : []),
          ]}
          read={(month) =>
            [year, ...(against ? [against] : [])]
              .flatMap(({ year: of, months }) =>
                months[month] === undefined ? [] : [`${monthName(month + 1, language)} ${of}: ${text(months[month])}`],
              )
              .join('; ')
          }
          start={year.months.length - 1}
          top={text(Math.max(...year.months, ...(against?.months ?? [])))}
          ticks={MONTHS.map((month) => monthName(month + 1, language, 'narrow'))}
        />
      </Section>
    </div>
  );
}
