import type { MapBounds } from '../../shared/geo/map/graticule';
import type { MapPoint } from '../../shared/geo/map/map-view';

/** The smallest bounding box of places, possibly across the antimeridian; null if there are none. */
export function extentOf(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  let south = Infinity;
  let north = -Infinity;
  for (const { latitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const longitudes = [...new Set(places.map(({ longitude }) => longitude))].sort((first, second) => first - second);
  // The box excludes the widest gap between neighbouring longitudes.
  let west = longitudes[0]!;
  let widest = west + 360 - longitudes.at(-1)!;
  for (let at = 1; at < longitudes.length; at++) {
    const gap = longitudes[at]! - longitudes[at - 1]!;
    if (gap > widest) {
      widest = gap;
      west = longitudes[at]!;
    }
  }
  return { south, north, west, east: west + 360 - widest };
}
