import type { DisputedAreas } from '@veld/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';

/** Values by zoom, between which the map interpolates. */
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification;

const TO_RIVER_WIDTH = 2.4;

/** Land and water, from the bottom up. Soft shapes come from the source `soft`, which ends at zoom 4 and is enlarged from there. */
export function groundLayers(colours: MapColours, { borders }: Pick<DisputedAreas, 'borders'>): LayerSpecification[] {
  return [
    { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
    { id: 'ice', type: 'fill', source: 'soft', 'source-layer': 'ice', paint: { 'fill-color': colours.ice } },
    {
      id: 'urban',
      type: 'fill',
      source: 'soft',
      'source-layer': 'urban',
      maxzoom: 11,
      // Enlarged, they turn into angular blocks, so they fade out before that shows.
      paint: { 'fill-color': colours.urban, 'fill-opacity': byZoom(4, 0.5, 6, 0.9, 9, 0.7, 10.5, 0) },
    },
    { id: 'ocean', type: 'fill', source: 'base', 'source-layer': 'ocean', paint: { 'fill-color': colours.sea } },
    ...depthLayers(colours),
    { id: 'island', type: 'fill', source: 'base', 'source-layer': 'island', paint: { 'fill-color': colours.land } },
    { id: 'lake', type: 'fill', source: 'base', 'source-layer': 'lake', paint: { 'fill-color': colours.sea } },
    ...shoreLayers(colours),
    {
      id: 'river',
      type: 'line',
      source: 'base',
      'source-layer': 'river',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.river,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['*', 0.8, ['coalesce', ['get', 'weight'], 0.4]],
          9,
          ['*', TO_RIVER_WIDTH, ['coalesce', ['get', 'weight'], 0.4]],
        ],
      },
    },
    ...borderLayers(colours, borders === 'dashed'),
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      paint: { 'line-color': colours.grid, 'line-width': 1 },
    },
  ];
}

function depthLayers(colours: MapColours): LayerSpecification[] {
  return [
    ['depth', 200],
    ['deep', 2000],
  ].map(([name, depth]) => ({
    id: name as string,
    type: 'fill',
    source: 'soft',
    'source-layer': 'bathymetry',
    maxzoom: 10,
    filter: ['==', ['get', 'depth'], depth!],
    paint: { 'fill-color': colours[name as 'depth' | 'deep'], 'fill-opacity': byZoom(8, 1, 9.8, 0) },
  }));
}

function shoreLayers(colours: MapColours): LayerSpecification[] {
  return ['ocean', 'island', 'lake'].map((name) => ({
    id: `${name}_shore`,
    type: 'line',
    source: 'base',
    'source-layer': name,
    paint: { 'line-color': colours.coast, 'line-width': byZoom(0, 0.4, 5, 0.9, 10, 1.4) },
  }));
}

/** Borders that are not agreed on are dashed, unless the operator hides them. */
function borderLayers(colours: MapColours, hasOpen: boolean): LayerSpecification[] {
  const isAgreed: ExpressionSpecification = ['!', ['has', 'kind']];
  const line = { type: 'line', source: 'base', 'source-layer': 'border', layout: { 'line-join': 'round' } } as const;
  const paint = { 'line-color': colours.border, 'line-width': byZoom(1, 0.5, 6, 1.2, 10, 1.8) };
  return [
    {
      id: 'state',
      type: 'line',
      source: 'base',
      'source-layer': 'state',
      minzoom: 4,
      paint: { 'line-color': colours.state, 'line-width': byZoom(4, 0.6, 9, 1.2) },
    },
    { ...line, id: 'border', filter: isAgreed, paint },
    ...(hasOpen
      ? [{ ...line, id: 'border_open', filter: ['!', isAgreed] as FilterSpecification, paint: { ...paint, 'line-dasharray': [3, 2] } }]
      : []),
  ];
}
