import type { SavedPlace } from '@veld/contract';
import type { PlaceRow } from '../geo/saved-places.ts';

/** A saved place for its owner, who alone may read it, with its true coordinates. */
export function presentPlace(row: PlaceRow): SavedPlace {
  const { id, name, kind, latitude, longitude, uncertainty_m, notes, geometry, geoprivacy, habitat, colour } = row;
  const { is_private_zone, list_position } = row;
  return {
    id,
    name,
    kind,
    latitude,
    longitude,
    uncertainty_m,
    notes,
    geometry,
    geoprivacy,
    habitat,
    colour,
    is_private_zone,
    list_position,
  };
}
