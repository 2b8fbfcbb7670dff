import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { BaseMap } from '../../geo/map/BaseMap';
import type { MapBounds } from '../../geo/map/graticule';
import type { MapView } from '../../geo/map/map-view';
import page from '../MapScreen.module.css';
import classes from '../OwnMap.module.css';
import { Panel } from '../Panel';
import { type EveryoneFilter, mapQuery, useArea } from './area';
import { AreaView } from './AreaView';
import { everyoneOverlay } from './overlay';
import { onEveryoneTap, type Tapped } from './taps';
import { TappedPanel } from './TappedPanel';
import { ATTEMPT, tileLoss } from './tiles';
import { useTotals } from './use-totals';

const WORLD: MapBounds = { west: -170, south: -60, east: 190, north: 75 };
const LISTED = { species: 50, records: 10 };

interface Props {
  filter: EveryoneFilter;
  /** Where the map begins, and what is listed where it cannot be drawn. */
  start: MapBounds | null;
}

/** The public records of everyone: cells with counts, and points when zoomed in. */
export function EveryoneMap({ filter, start }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const [view, setView] = useState<MapView | null>(null);
  const [tapped, setTapped] = useState<Tapped | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isLost = useStore(tileLoss, (state) => state.isLost);
  const { group, period } = filter;
  const overlay = useMemo(
    () => everyoneOverlay(new URLSearchParams({ ...mapQuery({ group, period }), [ATTEMPT]: String(attempt) }).toString()),
    [group, period, attempt],
  );
  const bounds = start ?? WORLD;
  const { data, isError, isPending, refetch } = useArea(view?.bounds ?? bounds, filter);
  const totals = useTotals();
  const retry = () => {
    tileLoss.setState({ isLost: false });
    setAttempt(attempt + 1);
    void refetch();
  };

  const hasRecords = data?.content && data.records.count > 0;
  return (
    <div className={page.page}>
      <section className={classes.section} aria-label={t('map_everyone')}>
        <div className={classes.map}>
          <BaseMap
            label={t('map_everyone')}
            start={bounds}
            overlay={overlay}
            onView={setView}
            onMap={(one) => onEveryoneTap(one, setTapped)}
          >
            {tapped && (
              <Panel onClose={() => setTapped(null)}>
                <TappedPanel tapped={tapped} filter={filter} />
              </Panel>
            )}
          </BaseMap>
        </div>
        {(isError || isLost) && (
          <div className={classes.below} role="alert">
            <span>{t('not_loaded')}</span>
            <Button variant="default" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          </div>
        )}
        {data && !isError && (
          <div className={classes.below} role="status">
            <p className={classes.totals}>{totals(data)}</p>
          </div>
        )}
      </section>
      <div>
        {isPending && <TaxonRowSkeletons label={t('loading_everyone')} />}
        {data && !hasRecords && <p>{t('none_here')}</p>}
        {data?.content && hasRecords && <AreaView content={data.content} {...LISTED} />}
      </div>
    </div>
  );
}
