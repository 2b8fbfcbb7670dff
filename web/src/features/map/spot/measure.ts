import { distanceKm, EARTH_KM } from '@veld/geography';
import type { MapPoint } from '../../../shared/geo/map/map-view';

/** Length in metres of the line through the points, along great circles. */
export function lengthOf(points: readonly MapPoint[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + distanceKm(points[index]!, point) * 1000, 0);
}

/** Area in square metres of the polygon with these corners; null if there are fewer than three or if sides cross. */
export function areaOf(points: readonly MapPoint[]): number | null {
  if (points.length < 3 || sidesCross(points)) return null;
  const excess = sides(points).reduce((sum, [from, to]) => sum + excessBelow(from, to), 0);
  return Math.abs(excess) * (EARTH_KM * 1000) ** 2;
}

/** Coordinates of the line, with longitudes beyond ±180° where it crosses the antimeridian. */
export function lineThrough(points: readonly MapPoint[]): [number, number][] {
  let before = points[0]?.longitude ?? 0;
  return points.map(({ latitude, longitude }) => {
    before += turn(before, longitude);
    return [before, latitude];
  });
}

const sides = (points: readonly MapPoint[]) => points.map((point, index) => [point, points[(index + 1) % points.length]!] as const);
const turn = (from: number, to: number) => ((((to - from + 180) % 360) + 360) % 360) - 180;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Spherical excess of the quadrilateral between a side and the equator, negative when going west. */
function excessBelow(from: MapPoint, to: MapPoint): number {
  const [a, b] = [Math.tan(radians(from.latitude) / 2), Math.tan(radians(to.latitude) / 2)];
  return 2 * Math.atan2(Math.tan(radians(turn(from.longitude, to.longitude)) / 2) * (a + b), 1 + a * b);
}

function sidesCross(points: readonly MapPoint[]): boolean {
  const line = lineThrough(points);
  const all = line.map((point, index) => [point, line[(index + 1) % line.length]!] as const);
  return all.some(([a, b], first) => all.some(([c, d], second) => second > first + 1 && isCrossing(a, b, c, d)));
}

type Corner = readonly [number, number];

/** Whether two segments intersect, not counting their end points. */
function isCrossing(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0;
}

const sideOf = ([ax, ay]: Corner, [bx, by]: Corner, [x, y]: Corner) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
