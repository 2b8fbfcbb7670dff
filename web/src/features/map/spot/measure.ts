import { hasCrossingSides, measureArea, toPosition, unwrapLine } from '@veld/geometry';
import type { MapPoint } from '../../../shared/geo/map/map-view';

/** Area in square metres of the polygon with these corners; null if there are fewer than three or if sides cross. */
export function measureCorners(points: readonly MapPoint[]): number | null {
  if (points.length < 3) return null;
  const ring = [...points, points[0]!].map(toPosition);
  return hasCrossingSides(ring) ? null : measureArea([ring]);
}

/** Coordinates of the line, with longitudes beyond ±180° where it crosses the antimeridian. */
export function lineThrough(points: readonly MapPoint[]): [number, number][] {
  return unwrapLine(points.map(toPosition)).map(([x, y]) => [x, y]);
}
