import type { Overlay } from '../style/map-style';

export const DRAWING = 'drawing';

export const DRAW_OVERLAY: Overlay = {
  sources: { [DRAWING]: {} },
  layers: (colours) => [
    {
      id: 'drawing_area',
      type: 'fill',
      source: DRAWING,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.record, 'fill-opacity': 0.18 },
    },
    {
      id: 'drawing_line',
      type: 'line',
      source: DRAWING,
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.record, 'line-width': 3 },
    },
    {
      id: 'drawing_vertices',
      type: 'circle',
      source: DRAWING,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['case', ['get', 'chosen'], 9, 7],
        'circle-color': ['case', ['get', 'chosen'], colours['record-ring'], colours.record],
        'circle-stroke-color': ['case', ['get', 'chosen'], colours.record, colours['record-ring']],
        'circle-stroke-width': ['case', ['get', 'chosen'], 4, 2],
      },
    },
  ],
};
