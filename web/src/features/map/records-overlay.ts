import { degreeWidth, EQUATOR_M } from '@veld/geometry';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../shared/geo/map/map-colours';
import { FONTS } from '../../shared/geo/map/style/labels';
import type { Overlay } from '../../shared/geo/map/style/map-style';
import type { PlacedRecord } from './places';

/** Layers that can be tapped. */
export const CLUSTERS = 'record_clusters';
export const POINTS = 'record_points';
export const RECORDS = 'records';
export const TAPPABLE: readonly string[] = [CLUSTERS, POINTS];

/** Above this zoom, records are only clustered if they are at the same place. */
const CLUSTER_UNTIL = 13;
const CLUSTER_PX = 44;

export const RECORDS_OVERLAY: Overlay = {
  sources: { [RECORDS]: { cluster: true, clusterRadius: CLUSTER_PX, clusterMaxZoom: CLUSTER_UNTIL } },
  layers: recordLayers,
};

const TILE_PX = 512;

export function recordFeatures(records: readonly PlacedRecord[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: records.map(({ id, latitude, longitude, coordinate_uncertainty_m: uncertainty }) => ({
      type: 'Feature',
      properties: { id, radius: uncertainty ? radiusAtZoom0(uncertainty, latitude) : 0 },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** A length in pixels at zoom 0; doubles with each zoom level. */
export function radiusAtZoom0(metres: number, latitude: number): number {
  return (metres * TILE_PX) / (EQUATOR_M * degreeWidth(latitude));
}

function recordLayers(colours: MapColours): LayerSpecification[] {
  const isCluster: ExpressionSpecification = ['has', 'point_count'];
  const fill = { 'circle-color': colours.record, 'circle-stroke-color': colours['record-ring'], 'circle-stroke-width': 2 };
  return [
    {
      id: 'record_uncertainty',
      type: 'circle',
      source: RECORDS,
      filter: ['!', isCluster],
      minzoom: 8,
      paint: {
        'circle-radius': ['interpolate', ['exponential', 2], ['zoom'], 0, ['get', 'radius'], 20, ['*', ['get', 'radius'], 2 ** 20]],
        'circle-color': colours.record,
        'circle-opacity': 0.14,
        'circle-stroke-color': colours.record,
        'circle-stroke-width': 1,
        'circle-stroke-opacity': 0.5,
      },
    },
    { id: POINTS, type: 'circle', source: RECORDS, filter: ['!', isCluster], paint: { ...fill, 'circle-radius': 7 } },
    {
      id: CLUSTERS,
      type: 'circle',
      source: RECORDS,
      filter: isCluster,
      paint: { ...fill, 'circle-radius': ['interpolate', ['linear'], ['ln', ['get', 'point_count']], 0.7, 13, 9, 30] },
    },
    {
      id: 'record_counts',
      type: 'symbol',
      source: RECORDS,
      filter: isCluster,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': [FONTS.strong],
        'text-size': 14,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colours['on-record'] },
    },
  ];
}
