import { boundPositions, joinSpans, toPosition } from '@veld/geometry';
import type { MapBounds } from '../../shared/geo/map/graticule';
import type { MapPoint } from '../../shared/geo/map/map-view';

/** The smallest bounding box of places, possibly across the antimeridian; null if there are none. */
export function computeExtent(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  const longitudes = [...new Set(places.map(({ longitude }) => longitude))];
  return { ...boundPositions(places.map(toPosition)), ...joinSpans(longitudes.map((west) => ({ west, east: west }))) };
}
