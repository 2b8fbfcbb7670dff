import { metresToPlace } from '../../device/place-shape';
import type { SavedPlace } from './saved-places';

/** Saved places, the nearest to a point first. */
export function nearestFirst(places: readonly SavedPlace[], here: { latitude: number; longitude: number }): SavedPlace[] {
  return places.toSorted((one, other) => metresToPlace(one, here) - metresToPlace(other, here));
}

/** Saved places, the last used first; those that are not among `used` come last, in their order. `used`: ids, the last first. */
export function lastUsedFirst(places: readonly SavedPlace[], used: readonly (string | null | undefined)[]): SavedPlace[] {
  const rank = new Map<string, number>();
  for (const [index, id] of used.entries()) if (id && !rank.has(id)) rank.set(id, index);
  const rankOf = ({ id }: SavedPlace) => rank.get(id) ?? used.length;
  return places.toSorted((one, other) => rankOf(one) - rankOf(other));
}
