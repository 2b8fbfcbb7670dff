import type { MapPoint } from '../../geo/map/map-view';
import type { PlaceValues } from './place-offers';

/** The built-in map has no streets: nobody points at a place on it more exactly than this. */
export const LEAST_UNCERTAINTY_M = 100;

/** The values of a place that was chosen on the map. */
export function placeOnMap(
  { latitude, longitude }: MapPoint,
  coordinate_uncertainty_m = LEAST_UNCERTAINTY_M,
): PlaceValues & { place_by: 'person' } {
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'map', location_id: null, place_by: 'person' };
}
