import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BaseMap.module.css';
import { GRID_ZOOM } from './graticule';
import type { MapStart, MapView } from './map-view';
import type { Overlay } from './style/map-style';
import { type MapData, useMap } from './use-map';

interface Props {
  /** What the map shows, for screen readers. */
  label: string;
  /** Where it begins. Later changes have no effect. */
  start: MapStart;
  /** Layers over the map; the same object as long as they stay the same. */
  overlay?: Overlay;
  data?: MapData;
  onView?: (view: MapView) => void;
  /** Called with the map once there is one. What it returns is called when the map goes. */
  onMap?: (map: MapLibre) => () => void;
  /** Shown over the map. */
  children?: ReactNode;
}

const NO_OVERLAY: Overlay = { sources: {}, layers: () => [] };
const NO_DATA: MapData = {};

/** The built-in map: draws from the device, in the colours of the theme. One sentence where it cannot be drawn. */
export function BaseMap({ label, start, overlay = NO_OVERLAY, data = NO_DATA, onView, onMap, children }: Props) {
  const { t } = useTranslation('geo');
  const box = useRef<HTMLDivElement>(null);
  const [isClose, setClose] = useState(false);
  const { map, isImpossible, hasTiles } = useMap({
    box,
    label,
    start,
    overlay,
    data,
    onView: (view) => {
      setClose(view.zoom >= GRID_ZOOM);
      onView?.(view);
    },
  });
  const made = useEffectEvent((one: MapLibre) => onMap?.(one));
  useEffect(() => (map ? made(map) : undefined), [map]);

  if (isImpossible) return <p className={classes.impossible}>{t('map.impossible')}</p>;
  return (
    <div className={classes.frame}>
      <div ref={box} className={classes.map} data-map="loading" />
      {map && (
        <div className={classes.zoom}>
          <ActionIcon variant="default" aria-label={t('map.zoom_in')} title={t('map.zoom_in')} onClick={() => map.zoomIn()}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('map.zoom_out')} title={t('map.zoom_out')} onClick={() => map.zoomOut()}>
            <IconMinus size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {isClose && hasTiles && <p className={classes.note}>{t('map.no_streets')}</p>}
      {!hasTiles && (
        <p className={classes.note} role="status">
          {t('map.no_tiles')}
        </p>
      )}
      <p className={classes.sources}>GeoNames (CC BY 4.0), Natural Earth</p>
      {children}
    </div>
  );
}
