import { boundPositions, wrapWest } from '@veld/geometry';
import type { MapGeoJSONFeature, Map as MapLibre } from 'maplibre-gl';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import { CELLS, OBSCURED } from './overlay';
import { type Tapped, tappedCell } from './taps';

export interface CellInView {
  key: string;
  tapped: Tapped;
  count: number;
  centre: MapPoint;
}

/** Maximum length of the list. */
const MAX_CELLS = 12;

/** The cells in view, highest count first. */
export function cellsInView(map: MapLibre): CellInView[] {
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
