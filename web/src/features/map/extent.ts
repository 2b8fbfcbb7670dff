import { boundPositions, joinSpans, metresBetween, toPosition } from '@veld/geometry';
import type { MapBounds } from '../../shared/geo/map/graticule';
import type { MapPoint } from '../../shared/geo/map/map-view';

/** The smallest bounding box of places, possibly across the antimeridian; null if there are none. */
export function computeExtent(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  const longitudes = [...new Set(places.map(({ longitude }) => longitude))];
  return { ...boundPositions(places.map(toPosition)), ...joinSpans(longitudes.map((west) => ({ west, east: west }))) };
}

/** Records that lie further from most of the others than this are left out of a first view. */
const FAR_M = 300_000;
/** So many records are compared with each other. */
const MOST_COMPARED = 200;

/** The extent of the records that lie together, so that one of a trip abroad does not make the map show the whole world. */
export function computeMainExtent(places: readonly MapPoint[]): MapBounds | null {
  if (places.length === 0) return null;
  const step = Math.ceil(places.length / MOST_COMPARED);
  const compared = places.filter((_, at) => at % step === 0);
  const around = (one: MapPoint) => compared.filter((other) => metresBetween(one, other) < FAR_M).length;
  let middle = compared[0]!;
  let most = 0;
  for (const one of compared) {
    const count = around(one);
    // Of equal ones the first, which was saved last.
    if (count > most) [middle, most] = [one, count];
  }
  return computeExtent(places.filter((one) => metresBetween(one, middle) < FAR_M));
}
