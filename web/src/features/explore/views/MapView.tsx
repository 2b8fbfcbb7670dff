import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import { everyoneOverlay, OWN, TAPPABLE } from '../../map/everyone/overlay';
import { everyoneAt } from '../../map/everyone/taps';
import { TappedPanel } from '../../map/everyone/TappedPanel';
import { ATTEMPT, forgetTiles, tileLoss } from '../../map/everyone/tiles';
import { useMapStart } from '../../map/layout/map-start';
import { useMapTools } from '../../map/spot/use-map-tools';
import type { ViewProps } from '../view-props';
import classes from './views.module.css';

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const NO_DATA = { [OWN]: NOTHING };

/** The records of the filter on a map; a tap on a cell says what was recorded there and by whom. */
export default function MapView({ query: { location, values }, request, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'map', 'common']);
  const [attempt, setAttempt] = useState(0);
  const loss = useStore(tileLoss);
  const tiles = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
  tiles.set(ATTEMPT, String(attempt));
  const tileQuery = tiles.toString();
  const overlay = useMemo(() => everyoneOverlay('records', tileQuery), [tileQuery]);
  const { map, choice, setChoice, ...tools } = useMapTools({ overlay, data: NO_DATA, hit: everyoneAt, tappable: TAPPABLE });
  const box = useMemo(() => readBounds(values.box), [values.box]);
  const start = useMapStart(box, { location, isAsked: box !== null || location !== WORLDWIDE }, map);
  const tapped = choice?.kind === 'tapped' ? choice.what : null;
  const retry = () => {
    forgetTiles();
    setAttempt(attempt + 1);
  };
  return (
    <div className={classes.map}>
      {loss.isLost && (
        <div className={classes.failure} role="alert">
          <span>{t('map:not_loaded')}</span>
          <Button variant="default" onClick={retry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      <div className={classes.frame}>{start && <BaseMap label={t('explore:map.label')} start={start} {...tools} />}</div>
      {tapped ? (
        <section aria-label={t('map:chosen')}>
          <TappedPanel
            tapped={tapped}
            query={request}
            isDrawnOffline={false}
            onPerson={(id) => {
              setChoice(null);
              changes.change({ user_id: id });
            }}
          />
        </section>
      ) : (
        <p className={classes.note}>{t('explore:map.tap')}</p>
      )}
    </div>
  );
}

/** The bounds of a box of the filter; null without one. East is greater than west also across the antimeridian. */
function readBounds(box: string | undefined): { west: number; south: number; east: number; north: number } | null {
  const [west, south, east, north] = (box ?? '').split(',').map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  return { west, south, east: east < west ? east + 360 : east, north };
}
