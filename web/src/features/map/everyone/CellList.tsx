import { UnstyledButton } from '@mantine/core';
import { boundPositions, wrapWest } from '@veld/geometry';
import type { Map as MapLibre, MapGeoJSONFeature } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceWords } from '../../../shared/geo/data';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { CELLS, type Layer, OBSCURED } from './overlay';
import { type Tapped, tappedCell } from './taps';
import classes from './CellList.module.css';

/** Maximum length of the list. */
const MAX_CELLS = 12;

interface Props {
  map: MapLibre;
  layer: Layer;
  onChoose: (what: Tapped) => void;
}

/** The cells in view as a list: the equivalent of tapping them, for keyboards and screen readers. */
export function CellList({ map, layer, onChoose }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const [cells, setCells] = useState<readonly CellInView[]>([]);
  useEffect(() => {
    const read = () => setCells(cellsInView(map));
    if (map.loaded()) read();
    map.on('idle', read);
    return () => void map.off('idle', read);
  }, [map]);
  if (cells.length === 0) return null;
  return (
    <>
      <SectionTitle level={3}>{t(layer === 'effort' ? 'cells_effort' : 'cells')}</SectionTitle>
      <ul className={classes.cells}>
        {cells.map((cell) => (
          <li key={cell.key}>
            <UnstyledButton className={classes.cell} onClick={() => onChoose(cell.tapped)}>
              <Words cell={cell} />
              <span className={classes.count}>
                {layer === 'effort' ? t('person_days', { count: cell.count }) : t('common:count.records', { count: cell.count })}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Words({ cell }: { cell: CellInView }) {
  const words = usePlaceWords(cell.centre);
  const language = useLanguage();
  return <span>{words ?? formatRecordCoordinates(cell.centre, language)}</span>;
}

interface CellInView {
  key: string;
  tapped: Tapped;
  count: number;
  centre: MapPoint;
}

/** The cells in view, highest count first. */
function cellsInView(map: MapLibre): CellInView[] {
  const layers = [CELLS, OBSCURED].filter((name) => map.getLayer(name));
  if (layers.length === 0) return [];
  const cells = new Map<string, CellInView>();
  for (const feature of map.queryRenderedFeatures({ layers })) {
    const key = `${feature.layer.id} ${String(feature.properties.level)} ${String(feature.id)}`;
    if (!cells.has(key)) cells.set(key, cellOf(key, feature));
  }
  return [...cells.values()].sort((one, other) => other.count - one.count).slice(0, MAX_CELLS);
}

function cellOf(key: string, feature: MapGeoJSONFeature): CellInView {
  const { properties } = feature;
  return {
    key,
    tapped: tappedCell(feature, feature.layer.id === OBSCURED),
    count: Number(properties.person_days ?? properties.records ?? 0),
    centre: centreOf(feature.geometry),
  };
}

/** Centre of a cell. */
function centreOf(geometry: GeoJSON.Geometry): MapPoint {
  const ring =
    geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.type === 'MultiPolygon' ? geometry.coordinates[0]![0]! : [];
  const { west, south, east, north } = boundPositions(ring);
  return { latitude: (south + north) / 2, longitude: wrapWest((west + east) / 2) };
}
