import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import { measureCorners, lineThrough } from './measure';

export const SPOT = 'spot';
export const MEASURE = 'measure';

/** Adds layers for the selected point and the measured line on top of an overlay. */
export function withTools(overlay: Overlay): Overlay {
  return {
    ...overlay,
    sources: { ...overlay.sources, [SPOT]: {}, [MEASURE]: {} },
    layers: (colours) => [...overlay.layers(colours), ...toolLayers(colours)],
  };
}

const feature = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });
const collection = (...geometries: GeoJSON.Geometry[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map(feature),
});

/** The selected point, if any. */
export function spotFeatures(spot: MapPoint | null): GeoJSON.FeatureCollection {
  return spot ? collection({ type: 'Point', coordinates: [spot.longitude, spot.latitude] }) : collection();
}

/** The measured points and the line or area they form. */
export function measureFeatures(points: readonly MapPoint[]): GeoJSON.FeatureCollection {
  if (points.length === 0) return collection();
  const line = lineThrough(points);
  const corners: GeoJSON.Geometry = { type: 'MultiPoint', coordinates: line };
  if (measureCorners(points) !== null) return collection({ type: 'Polygon', coordinates: [[...line, line[0]!]] }, corners);
  return points.length > 1 ? collection({ type: 'LineString', coordinates: line }, corners) : collection(corners);
}

function toolLayers(colours: MapColours): LayerSpecification[] {
  const isOf = (type: GeoJSON.Geometry['type']) => ['==', ['geometry-type'], type] as ['==', ['geometry-type'], string];
  return [
    {
      id: 'measure_area',
      type: 'fill',
      source: MEASURE,
      filter: isOf('Polygon'),
      paint: { 'fill-color': colours.label, 'fill-opacity': 0.12 },
    },
    {
      id: 'measure_halo',
      type: 'line',
      source: MEASURE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.halo, 'line-width': 6 },
    },
    {
      id: 'measure_line',
      type: 'line',
      source: MEASURE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.label, 'line-width': 3 },
    },
    {
      id: 'measure_points',
      type: 'circle',
      source: MEASURE,
      filter: ['any', isOf('Point'), isOf('MultiPoint')],
      paint: { 'circle-radius': 6, 'circle-color': colours.halo, 'circle-stroke-color': colours.label, 'circle-stroke-width': 3 },
    },
    {
      id: 'spot',
      type: 'circle',
      source: SPOT,
      paint: { 'circle-radius': 9, 'circle-color': 'transparent', 'circle-stroke-color': colours.label, 'circle-stroke-width': 3 },
    },
  ];
}
