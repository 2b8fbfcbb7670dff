import { MAX_TILE_ZOOM } from '@veld/contract';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../geo/map/map-colours';
import type { Overlay } from '../../geo/map/style/map-style';
import { EVERYONE } from './tiles';

/** Layers that can be tapped. */
export const CELLS = 'everyone_cells';
export const OBSCURED = 'everyone_obscured';
export const POINTS = 'everyone_points';

/** The records of a tile: cells with counts, cells of the obscuring grid, and points. `query` is that of the tiles. */
export function everyoneOverlay(query: string): Overlay {
  return { sources: {}, tiles: { [EVERYONE]: { reader: EVERYONE, query, maxzoom: MAX_TILE_ZOOM } }, layers };
}

/** From one record to ten thousand. */
const BY_RECORDS: ExpressionSpecification = ['interpolate', ['linear'], ['log10', ['get', 'records']], 0, 0.5, 4, 0.95];

function layers(colours: MapColours): LayerSpecification[] {
  const source = EVERYONE;
  const fill = { 'fill-color': colours.record, 'fill-antialias': true };
  return [
    { id: CELLS, type: 'fill', source, 'source-layer': 'cells', paint: { ...fill, 'fill-opacity': BY_RECORDS } },
    {
      id: 'everyone_cell_edge',
      type: 'line',
      source,
      'source-layer': 'cells',
      paint: { 'line-color': colours.record, 'line-width': 1 },
    },
    { id: OBSCURED, type: 'fill', source, 'source-layer': 'obscured', paint: { ...fill, 'fill-opacity': 0.18 } },
    {
      id: 'everyone_obscured_edge',
      type: 'line',
      source,
      'source-layer': 'obscured',
      paint: { 'line-color': colours.record, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
    {
      id: POINTS,
      type: 'circle',
      source,
      'source-layer': 'points',
      paint: {
        'circle-color': colours.record,
        'circle-stroke-color': colours['record-ring'],
        'circle-stroke-width': 2,
        'circle-radius': 7,
      },
    },
  ];
}
