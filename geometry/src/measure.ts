import { type Line, type Rings, unwrapLine, unwrapRings } from './antimeridian.ts';
import { isThrough } from './crossing.ts';
import { metresBetween } from './distance.ts';
import { EARTH_RADIUS_M, type Point, toRadians } from './earth.ts';
import { listSides } from './segments.ts';

/** The length of a line along great circles. */
export function measureLength(line: readonly Point[]): number {
  return listSides(line).reduce((sum, { from, to }) => sum + metresBetween(from, to), 0);
}

/** The area of a polygon without its holes in square metres, on the sphere. Its edges are great circles, as those of a length are. */
export function measureArea(rings: Rings): number {
  const [outer = 0, ...holes] = unwrapRings(rings).map(ringArea);
  return holes.reduce((left, hole) => left - hole, outer);
}

function ringArea(ring: Line): number {
  const excess = listSides(ring).reduce((sum, { from, to }) => sum + excessBelow(from, to), 0);
  return Math.abs(excess) * EARTH_RADIUS_M ** 2;
}

/** Spherical excess of the quadrilateral between an edge and the equator, negative when going west. */
function excessBelow([fromX, fromY]: Line[number], [toX, toY]: Line[number]): number {
  const across = toRadians(toX - fromX);
  // Only a ring that is taken as it is written has such an edge: it goes along its parallel.
  if (Math.abs(toX - fromX) > 180) return (across * (Math.sin(toRadians(fromY)) + Math.sin(toRadians(toY)))) / 2;
  const [a, b] = [Math.tan(toRadians(fromY) / 2), Math.tan(toRadians(toY) / 2)];
  return 2 * Math.atan2(Math.tan(across / 2) * (a + b), 1 + a * b);
}

/** Whether sides of a ring cross. Unlike in a shape that is saved, they may touch. */
export function hasCrossingSides(ring: Line): boolean {
  const sides = listSides(unwrapLine(ring));
  return sides.some((one, first) => sides.some((other, second) => second > first + 1 && isThrough(one, other)));
}
