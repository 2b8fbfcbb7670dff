import { isAtPlace } from '../device/place-shape';
import type { LocalObservation } from '../db/rows';
import type { SavedPlace } from './lists/saved-places';

/** Whether a record is at a saved place, or was made with it. The server decides the same for the owner of a record. */
export function isAtSavedPlace(
  place: SavedPlace,
  { latitude, longitude, location_id }: Pick<LocalObservation, 'latitude' | 'longitude' | 'location_id'>,
): boolean {
  if (location_id === place.id) return true;
  return latitude != null && longitude != null && isAtPlace(place, { latitude, longitude });
}
