import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { readView } from '../../../shared/geo/map/map-view';
import { writeBox } from '../../../shared/geo/map/place-query';
import { readPublicPlaceId } from '../../../shared/location/location-filter';
import { usePublicPlace } from '../../../shared/location/public-place';
import { everyoneOverlay, OWN, TAPPABLE } from '../../map/everyone/overlay';
import { everyoneAt } from '../../map/everyone/taps';
import { TappedPanel } from '../../map/everyone/TappedPanel';
import { ATTEMPT, forgetTiles, tileLoss } from '../../map/everyone/tiles';
import { useMapStart } from '../../map/layout/map-start';
import { useMapTools } from '../../map/spot/use-map-tools';
import { FilterLine } from '../../../ui/FilterLine';
import type { ViewProps } from '../view-props';
import { AREA, outlineFilter, readBounds, withArea, writePolygon } from './drawn-area';
import classes from './views.module.css';

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The records of the filter on a map; a tap on a cell says what was recorded there and by whom. */
export default function MapView({ query: { location, values }, request, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'map', 'common']);
  const [attempt, setAttempt] = useState(0);
  const loss = useStore(tileLoss);
  const tiles = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
  tiles.set(ATTEMPT, String(attempt));
  const tileQuery = tiles.toString();
  const overlay = useMemo(() => withArea(everyoneOverlay('records', tileQuery)), [tileQuery]);
  const boundary = usePublicPlace(readPublicPlaceId(location))?.boundary;
  const { polygon } = values;
  const box = useMemo(() => readBounds(values.box), [values.box]);
  const data = useMemo(() => {
    const geometry = outlineFilter(polygon, box) ?? boundary;
    const area: GeoJSON.FeatureCollection = geometry
      ? { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
      : NOTHING;
    return { [OWN]: NOTHING, [AREA]: area };
  }, [polygon, box, boundary]);
  const { map, choice, setChoice, ...tools } = useMapTools({ overlay, data, hit: everyoneAt, tappable: TAPPABLE });
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
      <FilterLine>
        <DrawButton
          geometry={null}
          place={null}
          isArea
          onDraw={(drawn) => {
            if (drawn.type === 'Polygon') changes.drawArea(writePolygon(drawn));
          }}
          onOpen={() => {}}
        />
        {map && (
          <Button variant="default" onClick={() => changes.change({ box: writeBox(readView(map).bounds) })}>
            {t('explore:map.only_view')}
          </Button>
        )}
      </FilterLine>
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
