import type { Period, StatisticName } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage } from '../../../shared/session/session';
import type { Asked, Figures } from '../data';
import { YearReview } from '../review/YearReview';
import { useRaised } from '../use-raised';
import classes from './Charts.module.css';
import { ExtremesList } from './ExtremesList';
import { GroupsChart } from './GroupsChart';
import { HoursByMonth } from './HoursByMonth';
import { HoursOfDay } from './HoursOfDay';
import { MonthsOfYear } from './MonthsOfYear';
import { NewSpeciesChart } from './NewSpeciesChart';
import { PhenologyChart } from './PhenologyChart';
import { PlacesCharts } from './PlacesCharts';
import { SpeciesCurve } from './SpeciesCurve';
import { YearAgainstYear } from './YearAgainstYear';
import { YearsChart } from './YearsChart';

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
