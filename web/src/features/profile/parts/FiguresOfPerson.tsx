import type { Period } from '@veld/contract';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { BarList } from '../../../ui/charts/BarList';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useLanguage } from '../../accounts/data';
import { useLocationFilter } from '../../accounts/location-filter';
import { LocationSelect } from '../../accounts/LocationSelect';
import { LoadFailure } from '../../feed/data';
import { periodOf } from '../../species/data';
import { MonthsChart } from '../../species/parts/MonthsChart';
import { PeriodSelect } from '../../species/parts/PeriodSelect';
import { type StatisticsOf, useStatisticsOf } from '../data';
import classes from '../profile.module.css';

/** Figures of a person's public records in a period and a country, from the server. */
export function FiguresOfPerson({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const [read, write] = useAddressFilter();
  const period: Period = periodOf(read('period'));
  const [location, setLocation] = useLocationFilter(WORLDWIDE);
  const { data, error, refetch } = useStatisticsOf(id, period, location);
  return (
    <section className={classes.records} aria-labelledby="statistics">
      <SectionTitle id="statistics">{t('common:screens.statistics')}</SectionTitle>
      <div className={classes.filters}>
        <PeriodSelect value={period} onChange={(next) => write({ period: next === 'all' ? null : next })} />
        <LocationSelect value={location} onChange={setLocation} />
      </div>
      {data ? (
        <Figures figures={data} name={name} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordCardSkeletons count={1} label={t('loading')} />
      )}
    </section>
  );
}

function Figures({ figures, name }: { figures: StatisticsOf; name: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { observations, species, days, identifications, rank, months, groups } = figures;
  const groupItems = groups.map(({ group, ...of }) => ({
    key: group,
    label: t(`common:group.${group}`),
    value: of.observations,
    text: [t('common:count.records', { count: of.observations }), t('common:count.species', { count: of.species })].join(' · '),
  }));
  return (
    <>
      <StatTiles>
        <StatTile value={number(observations, language)} label={t('tile.records', { count: observations })} />
        <StatTile value={number(species, language)} label={t('tile.species', { count: species })} />
        <StatTile value={number(days, language)} label={t('tile.days', { count: days })} />
        <StatTile value={number(identifications, language)} label={t('figures.identifications', { count: identifications })} />
      </StatTiles>
      {rank !== null && <p className={classes.rank}>{t('figures.rank', { rank: number(rank, language) })}</p>}
      {observations > 0 && (
        <>
          <SectionTitle level={3}>{t('figures.months')}</SectionTitle>
          <MonthsChart months={months} label={t('figures.months_of', { name })} />
          <SectionTitle level={3}>{t('figures.groups')}</SectionTitle>
          <BarList label={t('figures.groups')} items={groupItems} />
        </>
      )}
    </>
  );
}
