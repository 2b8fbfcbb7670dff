import type { SavedPlace } from '../../../local/changes/saved-places';
import { metresToPlace } from '../../../local/device/place-shape';

/** A home this near would be found by anybody who reads the page. */
const NEAR_M = 500;

const isHome = ({ kind, is_private_zone }: Pick<SavedPlace, 'kind' | 'is_private_zone'>): boolean =>
  kind === 'home' || is_private_zone === true;

/** Whether a place can be made public: no home, no private zone (decision 0042), and no line, which has no inside. */
export const canBeOpen = (place: Pick<SavedPlace, 'kind' | 'is_private_zone' | 'geometry'>): boolean =>
  !isHome(place) && place.geometry?.type !== 'LineString';

/** Why a person should think twice: a garden is mostly where somebody lives, and a home may be in the place or near it. */
export function findOpenWarning(place: SavedPlace, others: readonly SavedPlace[]): 'garden' | 'home_near' | null {
  const near = others.some(
    (one) => one.id !== place.id && isHome(one) && (metresToPlace(place, one) < NEAR_M || metresToPlace(one, place) < NEAR_M),
  );
  if (near) return 'home_near';
  return place.kind === 'garden' ? 'garden' : null;
}

/** The place as it is saved: what became a home, a private zone or a line is not public any more. */
export function closeWhatCannotBeOpen<P extends Pick<SavedPlace, 'kind' | 'is_private_zone' | 'geometry' | 'open_to_all'>>(place: P): P {
  return place.open_to_all && !canBeOpen(place) ? { ...place, open_to_all: null } : place;
}
