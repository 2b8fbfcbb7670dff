import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { isAtPlace } from '../../device/place-shape';
import { type SavedPlace, savedPlaces } from './saved-places';

type Placed = Pick<ObservationDraft, 'latitude' | 'longitude'>;

/** The private zone that a point lies in (decision 0042). */
export function privateZoneAt(places: readonly SavedPlace[], { latitude, longitude }: Placed): SavedPlace | undefined {
  if (latitude == null || longitude == null) return undefined;
  return places.find((place) => place.kind === 'home' && place.is_private_zone && isAtPlace(place, { latitude, longitude }));
}

/** The draft, obscured if it is open and lies in a private zone. */
export async function obscuredAtHome<D extends ObservationDraft>(database: UserDatabase, draft: D): Promise<D> {
  if ((draft.geoprivacy ?? 'open') !== 'open' || draft.latitude == null) return draft;
  const zone = privateZoneAt(await savedPlaces(database), draft);
  return zone ? { ...draft, geoprivacy: 'obscured' } : draft;
}
