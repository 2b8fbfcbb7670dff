import type { ObservationDraft } from '@veld/contract';
import type { SavedPlace } from '../../local/changes/saved-places';
import { measureReach } from '../../local/device/place-shape';

interface PlaceOfSaved extends Required<Pick<ObservationDraft, 'location_source' | 'location_id' | 'coordinate_uncertainty_m'>> {
  latitude: number;
  longitude: number;
}

/** The point of a saved place. Its uncertainty covers the whole shape. */
export function placeOfSaved(saved: SavedPlace): PlaceOfSaved {
  const { id, latitude, longitude, uncertainty_m } = saved;
  const shape = measureReach(saved);
  // A place saved with an uncertainty of 0 m is still not a point.
  const uncertainty = uncertainty_m === null && shape === 0 ? null : Math.max(1, uncertainty_m ?? 0, shape);
  return { latitude, longitude, coordinate_uncertainty_m: uncertainty, location_source: 'saved_place', location_id: id };
}
