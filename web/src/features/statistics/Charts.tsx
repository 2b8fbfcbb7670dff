import { useQuery } from '@tanstack/react-query';
import { type Language, type Period, type StatisticName, getStatistics, markStatisticSeen, WORLDWIDE } from '@veld/contract';
import { nameIn } from '@veld/geography';
import { type ReactNode, useMemo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, countryName, monthName, number, recordedDate } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { useLanguage, useUser } from '../../shared/session/session';
import { BarList, type BarListItem } from '../../ui/charts/BarList';
import { HeatGrid } from '../../ui/charts/HeatGrid';
import { Plot } from '../../ui/charts/Plot';
import { GroupIcon } from '../../ui/GroupIcon';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { ChartSection } from './ChartSection';
import type { Asked, Figures } from './data';
import { ExtremesList } from './ExtremesList';
import { PhenologyChart } from './PhenologyChart';
import { YearReview } from './review/YearReview';
import { SpeciesCurve } from './SpeciesCurve';
import { YearAgainstYear } from './YearAgainstYear';
import classes from './Charts.module.css';

/** Parts shown as bars; the table has all. */
const SHOWN = 10;

const TICKS = [0, 6, 12, 18];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Hours are named every so often: all of them need more width than a phone has. */
const EVERY = 6;

const startOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

interface TotalsProps {
  figures: Figures;
  /** Whether a place, a country or a group is chosen, which the lists of records have no filter for. */
  isNarrowed: boolean;
  period: Period;
}

interface Props extends TotalsProps {
  asked: Asked;
  /** A chart of something other than records. */
  children: ReactNode;
}

/** The figures of a filter and all charts of them. */
export function Charts({ figures, isNarrowed, period, asked, children }: Props) {
  return (
    <>
      <Totals figures={figures} isNarrowed={isNarrowed} period={period} />
      <div className={classes.charts}>
        <SpeciesCurve accumulation={figures.accumulation} />
        <MonthsOfYear months={figures.months} />
        <HoursOfDay hours={figures.hours} />
        <HoursByMonth hoursByMonth={figures.hoursByMonth} />
        <NewSpeciesChart newSpecies={figures.newSpecies} />
        <GroupsChart groups={figures.groups} />
        <YearsChart years={figures.years} />
        <YearAgainstYear throughYears={figures.throughYears} />
        {children}
        <PlacesCharts countries={figures.countries} towns={figures.towns} />
        <PhenologyChart bySpecies={figures.bySpecies} asked={asked} />
        <ExtremesList extremes={figures.extremes} />
      </div>
      <YearReview years={figures.allYears} asked={asked} />
    </>
  );
}

function Totals({ figures, isNarrowed, period }: TotalsProps) {
  const { t } = useTranslation(['statistics', 'profile']);
  const language = useLanguage();
  const { records, species, days, newSpecies } = figures;
  const raised = useRaised(period);
  const change = (name: StatisticName) => (!isNarrowed && raised.has(name) ? t('figure.raised') : undefined);
  const query = period === 'all' ? '' : `period=${period}`;
  const to = (address: string) => (isNarrowed ? undefined : address);
  const first = newSpecies.without + newSpecies.months.reduce((sum, { count }) => sum + count, 0);
  return (
    <StatTiles isDense>
      <StatTile
        value={number(records, language)}
        label={t('profile:tile.records', { count: records })}
        change={change('observations')}
        to={to(`/profile?${query}#records`)}
      />
      <StatTile value={number(species, language)} label={t('profile:tile.species', { count: species })} change={change('species')} />
      <StatTile
        value={number(days, language)}
        label={t('profile:tile.days', { count: days })}
        change={change('days')}
        to={to(`/my-journeys?${query}`)}
      />
      <StatTile value={number(first, language)} label={t('figure.new', { count: first })} />
    </StatTiles>
  );
}

/** Records and species by group of taxa. */
function GroupsChart({ groups }: Pick<Figures, 'groups'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const shares = groups.map(({ key, records, species }) => {
    const name = key === null ? t('groups.none') : t(`common:group.${key}`);
    const label = (
      <span className={classes.label}>
        <GroupIcon group={key ?? 'other'} size={20} /> {name}
      </span>
    );
    return { name, label, records, species };
  });
  return <SharesChart title={t('groups.title')} file="groups" column={t('column.group')} shares={shares} />;
}

/** Records by hour of the day in each month of the year, in local time of their places; nothing without a time of day. */
function HoursByMonth({ hoursByMonth: { months, without } }: Pick<Figures, 'hoursByMonth'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  if (months.every((hours) => hours.every((count) => count === 0))) return null;
  const nameOf = (month: number, style?: 'short') => monthName(month + 1, language, style);
  return (
    <ChartSection
      title={t('hours_by_month.title')}
      file="hours-by-month"
      columns={[t('column.hour'), ...months.map((_, month) => nameOf(month))]}
      rows={HOURS.map((hour) => [startOf(hour), ...months.map((hours) => hours[hour]!)])}
      notes={[t('hours.note'), without > 0 && t('without.time', { count: without })]}
      isWide
    >
      <HeatGrid
        label={t('hours_by_month.title')}
        rows={months.map((values, month) => ({ name: nameOf(month, 'short'), values }))}
        columns={HOURS.map((hour) => (hour % EVERY === 0 ? String(hour) : ''))}
        read={(month, hour) =>
          `${nameOf(month)}, ${clockTime(startOf(hour), language)} – ${clockTime(startOf((hour + 1) % 24), language)}: ${t('common:count.records', { count: months[month]![hour]! })}`
        }
      />
    </ChartSection>
  );
}

/** Records by hour of the day, in local time of their places. */
function HoursOfDay({ hours: { counts, without } }: Pick<Figures, 'hours'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const most = Math.max(...counts);
  const startOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const nameOf = (hour: number) => `${clockTime(startOf(hour), language)} – ${clockTime(startOf((hour + 1) % 24), language)}`;
  return (
    <ChartSection
      title={t('hours.title')}
      file="hours"
      columns={[t('column.hour'), t('column.records')]}
      rows={counts.map((count, hour) => [startOf(hour), count])}
      notes={[t('hours.note'), without > 0 && t('without.time', { count: without })]}
    >
      <Plot
        label={t('hours.title')}
        series={[{ kind: 'bars', values: counts }]}
        read={(hour) => `${nameOf(hour)}: ${t('common:count.records', { count: counts[hour]! })}`}
        start={counts.indexOf(most)}
        top={number(most, language)}
        ticks={TICKS.map((hour) => clockTime(startOf(hour), language))}
      />
    </ChartSection>
  );
}

/** Records by month of the year. */
function MonthsOfYear({ months: { counts, without } }: Pick<Figures, 'months'>) {
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

/** Species found for the first time, by month. */
function NewSpeciesChart({ newSpecies: { months, without } }: Pick<Figures, 'newSpecies'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...months.map(({ count }) => count));
  return (
    <ChartSection
      title={t('new.title')}
      file="new-species"
      columns={[t('column.month'), t('column.new_species')]}
      rows={months.map(({ month, count }) => [month, count])}
      notes={[t('new.note'), without > 0 && t('new.without', { count: without })]}
    >
      <Plot
        label={t('new.title')}
        series={[{ kind: 'bars', values: months.map(({ count }) => count) }]}
        read={(at) => `${recordedDate(months[at]!.month, language)}: ${t('figure.new_of', { count: months[at]!.count })}`}
        start={months.findIndex(({ count }) => count === most)}
        top={number(most, language)}
        ticks={first === last ? [recordedDate(first.month, language)] : [first, last].map(({ month }) => recordedDate(month, language))}
        hasEnds
      />
    </ChartSection>
  );
}

/** Countries, and the towns that records are nearest to. */
function PlacesCharts({ countries, towns }: Pick<Figures, 'countries' | 'towns'>) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const unknown = t('places.none');
  const inCountries = useMemo(() => {
    const nameOf = countryNames(language);
    return countries.map(({ key, ...figures }) => ({ name: key === null ? unknown : nameOf(key), ...figures }));
  }, [countries, language, unknown]);
  const inTowns = useMemo(() => {
    const nameOf = countryNames(language);
    return towns.map(({ key, ...figures }) => ({
      name: key === null ? unknown : `${nameIn(key, language)}, ${nameOf(key.country_code)}`,
      ...figures,
    }));
  }, [towns, language, unknown]);
  return (
    <>
      <SharesChart title={t('places.countries')} file="countries" column={t('column.country')} shares={inCountries} />
      <SharesChart title={t('places.towns')} file="places" column={t('column.place')} shares={inTowns} />
    </>
  );
}

/** Names of countries, each looked up once: thousands of towns lie in few countries. */
function countryNames(language: Language): (code: string) => string {
  const names = new Map<string, string>();
  return (code) => {
    const name = names.get(code) ?? countryName(code, language);
    names.set(code, name);
    return name;
  };
}

interface SharesChartProps {
  title: string;
  file: string;
  /** What a part is, as the heading of its column. */
  column: string;
  shares: readonly { name: string; label?: BarListItem['label']; records: number; species: number }[];
}

/** Records and species by group, country or place, most records first. */
function SharesChart({ title, file, column, shares }: SharesChartProps) {
  const { t } = useTranslation(['statistics', 'common']);
  const textOf = (records: number, species: number) =>
    [t('common:count.records', { count: records }), t('common:count.species', { count: species })].join(' · ');
  const items = shares.slice(0, SHOWN).map(({ name, label, records, species }, index) => ({
    key: `${index} ${name}`,
    label: label ?? name,
    value: records,
    text: textOf(records, species),
  }));
  return (
    <ChartSection
      title={title}
      file={file}
      columns={[column, t('column.records'), t('column.species')]}
      rows={shares.map(({ name, records, species }) => [name, records, species])}
      notes={[shares.length > SHOWN && t('places.more', { count: shares.length - SHOWN })]}
    >
      <BarList label={title} items={items} />
    </ChartSection>
  );
}

/** Records, species and new species of each year. */
function YearsChart({ years: { years, without } }: Pick<Figures, 'years'>) {
  const { t } = useTranslation(['statistics', 'common']);
  if (years.length === 0) return null;
  const items = years.map(({ year, records, species, newSpecies }) => ({
    key: year,
    label: year,
    value: records,
    text: [
      t('common:count.records', { count: records }),
      t('common:count.species', { count: species }),
      t('figure.new_of', { count: newSpecies }),
    ].join(' · '),
  }));
  return (
    <ChartSection
      title={t('years.title')}
      file="years"
      columns={[t('column.year'), t('column.records'), t('column.species'), t('column.new_species'), t('column.days')]}
      rows={years.map(({ year, records, species, newSpecies, days }) => [year, records, species, newSpecies, days])}
      notes={[without > 0 && t('without.year', { count: without })]}
    >
      <BarList label={t('years.title')} items={items} />
    </ChartSection>
  );
}

const NONE: readonly StatisticName[] = [];

/** The figures of a period that are higher than at the last visit, on any device; they count as seen now. Empty without a connection. */
function useRaised(period: Period): ReadonlySet<StatisticName> {
  const { id: user } = useUser();
  const { data: raised = NONE } = useQuery({
    queryKey: ['raised-statistics', user, period],
    queryFn: async ({ signal }) =>
      (await api.call(getStatistics, { params: { user, period, location: WORLDWIDE } }, { signal })).data.raised,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    // A mark that fails is set at the next visit.
    for (const statistic of raised) api.call(markStatisticSeen, { params: { user, period }, body: { statistic } }).catch(() => undefined);
  }, [raised, user, period]);
  return useMemo(() => new Set(raised), [raised]);
}
