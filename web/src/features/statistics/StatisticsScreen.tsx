import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage } from '../../shared/session/session';
import { isAreaFilter, isLocationFilter, NO_LOCATION, useLocationFilter, usePlaceOfFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useReceiving } from '../../shared/records/own';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { parsePeriod, useToday, PeriodSelect } from '../species/data';
import { groupFrom, GroupSelect } from '../../shared/taxa/GroupSelect';
import { useFigures } from './data';
import { Charts } from './Charts';
import classes from './StatisticsScreen.module.css';

const EffortTiles = lazy(() => import('../journeys/list/EffortTiles'));
const EffortChart = lazy(() => import('./EffortChart'));
const CompanionsChart = lazy(() => import('./CompanionsChart'));

/** Statistics of the user's records, wholly from the data on the device. */
export default function StatisticsScreen() {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const period = parsePeriod(read('period'));
  const [location, setLocation] = useLocationFilter(WORLDWIDE, isLocationFilter);
  const place = usePlaceOfFilter(location);
  const today = useToday();
  const receiving = useReceiving();
  const isPlace = isAreaFilter(location);
  const filter = useMemo(
    () => (place === undefined ? null : { country: isPlace || location === WORLDWIDE ? null : location, place, group, period, today }),
    [isPlace, location, place, group, period, today],
  );
  const isGone = isPlace && place === null;
  const { figures, isCurrent, isPartial, asked } = useFigures(isGone ? null : filter);
  const isAny = figures !== undefined && figures.total > 0;
  const isFiltered = group !== null || period !== 'all' || location !== WORLDWIDE;
  // In one change of the address: a second one would not know of the first.
  const showAll = () => write({ group: null, period: null, ...NO_LOCATION, country: WORLDWIDE });
  return (
    <>
      <PageHeader title={t('common:screens.statistics')} lead={t('lead')} />
      {(isAny || isFiltered) && (
        <div className={classes.filters}>
          <PeriodSelect value={period} onChange={(next) => write({ period: next === 'all' ? null : next })} />
          <LocationSelect value={location} onChange={setLocation} hasPlaces />
          <GroupSelect value={group} onChange={(next) => write({ group: next })} />
        </div>
      )}
      {figures && asked && figures.records > 0 && !isGone ? (
        <div aria-busy={!isCurrent} data-stale={(!isCurrent && !isPartial) || undefined} className={classes.charts}>
          {receiving && (
            <p className={classes.progress} role="status">
              {t('common:sync.receiving_so_far')}
            </p>
          )}
          {isPartial && (
            <p className={classes.progress} role="status">
              {t('so_far', { count: figures.total, number: number(figures.total, language) })}
            </p>
          )}
          {location === WORLDWIDE && (
            <div className={classes.effort}>
              <Suspense fallback={null}>
                <EffortTiles period={period} group={group} />
              </Suspense>
            </div>
          )}
          <Charts figures={figures} asked={asked} isNarrowed={group !== null || location !== WORLDWIDE} period={period}>
            {location === WORLDWIDE && (
              <Suspense fallback={null}>
                <EffortChart period={period} group={group} />
                <CompanionsChart period={period} group={group} />
              </Suspense>
            )}
          </Charts>
        </div>
      ) : isGone || (figures && isCurrent && isAny) ? (
        <EmptyState
          drawing={<Binoculars />}
          sentence={t('none')}
          action={
            <Button variant="default" onClick={showAll}>
              {t('show_all')}
            </Button>
          }
        />
      ) : figures && isCurrent ? (
        <OwnEmptyState
          sentence={t('empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : (
        <TaxonRowSkeletons label={t('loading')} />
      )}
    </>
  );
}
