import type { MapPoint } from '../../../shared/geo/map/map-view';
import { USUAL_UNCERTAINTY_M } from '../../../shared/geo/map/picker-start';
import type { PlaceValues } from './place-offers';

/** The values of a place that was chosen on the map. */
export function placeOnMap({ latitude, longitude }: MapPoint, coordinate_uncertainty_m: number | null = USUAL_UNCERTAINTY_M): PlaceValues {
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'map', location_id: null };
}
