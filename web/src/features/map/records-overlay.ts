import { boundPositions, degreeWidth, EQUATOR_M, joinSpans, metresBetween, toPosition } from '@veld/geometry';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapBounds } from '../../shared/geo/map/graticule';
import type { MapColours } from '../../shared/geo/map/map-colours';
import type { MapPoint } from '../../shared/geo/map/map-view';
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

/** Records that lie further from most of the others than this are left out of a first view. */
const FAR_M = 300_000;
/** So many records are compared with each other. */
const MOST_COMPARED = 200;

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

/** The smallest bounding box of places, possibly across the antimeridian; null if there are none. */
export function computeExtent(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  const longitudes = [...new Set(places.map(({ longitude }) => longitude))];
  return { ...boundPositions(places.map(toPosition)), ...joinSpans(longitudes.map((west) => ({ west, east: west }))) };
}

/** The extent of the records that lie together, so that one of a trip abroad does not make the map show the whole world. */
export function computeMainExtent(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  const step = Math.ceil(places.length / MOST_COMPARED);
  const compared = places.filter((_, at) => at % step === 0);
  const around = (one: MapPoint) => compared.filter((other) => metresBetween(one, other) < FAR_M).length;
  let middle = compared[0]!;
  let most = 0;
  for (const one of compared) {
    const count = around(one);
    // Of equal ones the first, which was saved last.
    if (count > most) [middle, most] = [one, count];
  }
  return computeExtent(places.filter((one) => metresBetween(one, middle) < FAR_M));
}
