import { isInPeriod, type Period, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { METRES_PER_MILE } from '../../i18n/format';
import { useUser } from '../../shared/session/session';
import { BarList } from '../../ui/charts/BarList';
import { listEntries, useOwnJourneys, useRecordsOfJourneys, type Entry } from '../journeys/data';
import { useSummaries } from '../journeys/list/summaries';
import { sumEntries, type Summaries, type Totals, useTotalsText } from '../journeys/list/totals';
import { useToday } from '../species/data';
import { ChartSection } from './ChartSection';

/** Hours, distance and complete lists of the journeys of each year; nothing without a journey. */
export default function EffortChart({ period, group }: { period: Period; group: TaxonGroup | null }) {
  const { t } = useTranslation(['journeys', 'statistics']);
  const isImperial = useUser().preferences.units === 'imperial';
  const totalsText = useTotalsText();
  const journeys = useOwnJourneys();
  const records = useRecordsOfJourneys();
  const summaries = useSummaries(journeys);
  const today = useToday();
  const years = useMemo(() => {
    const filter = { protocol: null, place: null, group, isInPeriod: (day: string) => isInPeriod(day, period, today) };
    return journeys && records ? effortByYear(listEntries(journeys, records, filter), summaries) : [];
  }, [journeys, records, summaries, period, group, today]);
  if (years.length === 0) return null;
  const unit = isImperial ? METRES_PER_MILE : 1000;
  const columns = ['journeys', 'hours', isImperial ? 'miles' : 'distance', 'complete'] as const;
  return (
    <ChartSection
      title={t('effort.title')}
      file="effort"
      columns={[t('statistics:column.year'), ...columns.map((column) => t(`years.measure.${column}`))]}
      rows={years.map(({ year, totals }) => [
        year,
        totals.journeys,
        rounded(totals.seconds / 3600),
        rounded(totals.metres / unit),
        totals.complete,
      ])}
    >
      <BarList
        label={t('effort.title')}
        items={years.map(({ year, totals }) => ({ key: year, label: year, value: totals.seconds, text: totalsText(totals) }))}
      />
    </ChartSection>
  );
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The effort of the journeys that began in a year. */
interface YearOfEffort {
  year: string;
  totals: Totals;
}

/** The effort of each year with a journey, latest first. */
export function effortByYear(entries: readonly Entry[], summaries: Summaries): YearOfEffort[] {
  const journeys = entries.filter(({ kind }) => kind === 'journey');
  return [...Map.groupBy(journeys, ({ day }) => day.slice(0, 4))]
    .map(([year, ofYear]) => ({ year, totals: sumEntries(ofYear, summaries) }))
    .toSorted((one, other) => (one.year < other.year ? 1 : -1));
}
