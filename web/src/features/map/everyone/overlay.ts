import { MAX_TILE_ZOOM, POINT_ZOOM } from '@veld/contract';
import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import { colourByCount, colourOfOne } from '../ramp/Legend';
import { EVERYONE } from './tiles';

/** Layers that can be tapped. */
export const CELLS = 'everyone_cells';
export const OBSCURED = 'everyone_obscured';
export const POINTS = 'everyone_points';
export const OWN_POINTS = 'own_points';
export const TAPPABLE: readonly string[] = [CELLS, OBSCURED, POINTS, OWN_POINTS];

/** Source with the user's own records. */
export const OWN = 'own_records';

export type Layer = 'records' | 'effort';

/** Layers for everyone's records (cells, cells of the obscuring grid, points) or for recording effort. `query` goes to the tile route. */
export function everyoneOverlay(layer: Layer, query: string): Overlay {
  return {
    sources: { [OWN]: {} },
    tiles: { [EVERYONE]: { reader: EVERYONE, query, maxzoom: MAX_TILE_ZOOM } },
    layers: layer === 'effort' ? effortLayers : recordLayers,
  };
}

const source = EVERYONE;
const OPACITY = 0.72;

function effortLayers(): LayerSpecification[] {
  const colour = colourByCount('person_days');
  return [{ id: CELLS, type: 'fill', source, 'source-layer': 'effort', paint: { 'fill-color': colour, 'fill-opacity': OPACITY } }];
}

function recordLayers(colours: MapColours): LayerSpecification[] {
  const colour = colourByCount('records');
  const ring = { 'circle-stroke-color': colours['record-ring'], 'circle-stroke-width': 2, 'circle-radius': 7 };
  return [
    { id: CELLS, type: 'fill', source, 'source-layer': 'cells', paint: { 'fill-color': colour, 'fill-opacity': OPACITY } },
    { id: OBSCURED, type: 'fill', source, 'source-layer': 'obscured', paint: { 'fill-color': colour, 'fill-opacity': 0.25 } },
    {
      id: 'everyone_obscured_edge',
      type: 'line',
      source,
      'source-layer': 'obscured',
      paint: { 'line-color': colours.label, 'line-opacity': 0.6, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
    { id: POINTS, type: 'circle', source, 'source-layer': 'points', paint: { ...ring, 'circle-color': colourOfOne() } },
    { id: OWN_POINTS, type: 'circle', source: OWN, minzoom: POINT_ZOOM, paint: { ...ring, 'circle-color': colours.record } },
  ];
}
