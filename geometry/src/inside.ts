import { type Rings, spanLongitudes, turnsBetween, unwrapRing, wrapLongitude } from './antimeridian.ts';

/** Whether a ray from a point to the east crosses an edge. From inside a ring, it crosses an odd number of edges. */
export function meetsRay(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}

/** Whether a point lies in the outer ring of a polygon and in none of its holes. On an edge it may be either. */
export function isInRings(rings: Rings, longitude: number, latitude: number): boolean {
  let isIn = false;
  for (const ring of rings.map(unwrapRing)) {
    const span = spanLongitudes(ring);
    for (const turn of turnsBetween(span)) {
      const x = wrapLongitude(longitude) + 360 * turn;
      if (x < span.west || x > span.east) continue;
      let from = ring[0];
      for (const to of ring) {
        if (from && meetsRay(x, latitude, from[0], from[1], to[0], to[1])) isIn = !isIn;
        from = to;
      }
    }
  }
  return isIn;
}
