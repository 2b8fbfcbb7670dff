import { IconCalendar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, monthName, number } from '../../../i18n/format';
import { useCountryFrequencies, useFrequencies, useLastPlace, useLikelySpecies } from '../../../shared/frequencies/data';
import { describeShare, type ListShare, useFrequencyText } from '../../../shared/frequencies/words';
import { useLanguage } from '../../../shared/session/session';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useToday } from '../species-count';
import classes from './EveryonesMonths.module.css';

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

/** On how many of this month's lists a species is, near the place where the device was last. Nothing if there are too few lists. */
export function LikelyNow({ taxon, className }: { taxon: Taxon; className?: string | undefined }) {
  const text = useFrequencyText();
  const share = useShareNow(taxon);
  if (!share) return null;
  return (
    <p className={className}>
      <IconCalendar size={22} aria-hidden />
      {text(share)}
    </p>
  );
}

/** A species that is on none of the lists counts as such only where it is unusual in this season. */
function useShareNow(taxon: Taxon): ListShare | null {
  const day = useToday();
  const place = useLastPlace();
  const index = useFrequencies(place);
  const likely = useLikelySpecies(place, day);
  const group = readGroup(taxon);
  return useMemo(() => {
    if (!likely || !index) return null;
    const found = likely.species.find((one) => one.taxon_id === taxon.id);
    if (found) return describeShare(likely, found);
    const missed = index.unusual({ id: taxon.id, group }, place ?? null, day);
    return missed && { ...missed, lists: 0, country: likely.country };
  }, [likely, index, taxon.id, group, place, day]);
}

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
