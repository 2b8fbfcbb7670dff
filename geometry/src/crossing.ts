import type { Line, Rings } from './antimeridian.ts';
import type { Position } from './earth.ts';
import { findSide, listSides } from './segments.ts';

type Corner = Readonly<Position>;

interface Edge {
  from: Corner;
  to: Corner;
  ring: number;
  at: number;
  /** Number of edges of the ring. */
  of: number;
  west: number;
  east: number;
}

/**
 * Whether two edges of rings that are unwrapped have a point in common, other than the vertex that joins neighbours; or, where they may
 * touch, whether they pass through each other.
 */
export function hasCrossing(rings: Rings, { mayTouch = false } = {}): boolean {
  const edges = rings.flatMap(edgesOf).toSorted((one, other) => one.west - other.west);
  // Only edges whose longitudes overlap are compared.
  for (const [index, one] of edges.entries()) {
    for (let next = index + 1; next < edges.length; next++) {
      const other = edges[next];
      if (!other || other.west > one.east) break;
      if (mayTouch ? isThrough(one, other) : hasFault(one, other)) return true;
    }
  }
  return false;
}

function edgesOf(ring: Line, number: number): Edge[] {
  return listSides(ring).map(({ from, to }, at) => {
    return { from, to, ring: number, at, of: ring.length - 1, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
}

function hasFault(one: Edge, other: Edge): boolean {
  const [first, second] = one.at < other.at ? [one, other] : [other, one];
  if (first.ring === second.ring && second.at - first.at === 1) return isTurningBack(first.from, first.to, second.to);
  if (first.ring === second.ring && first.at === 0 && second.at === first.of - 1) return isTurningBack(second.from, first.from, first.to);
  return isThrough(one, other) || isOn(one, other.from) || isOn(one, other.to) || isOn(other, one.from) || isOn(other, one.to);
}

/** Whether two ways cross at a point that is no end of either. */
export function isThrough(one: { from: Corner; to: Corner }, other: { from: Corner; to: Corner }): boolean {
  return (
    findSide(one.from, one.to, other.from) * findSide(one.from, one.to, other.to) < 0 &&
    findSide(other.from, other.to, one.from) * findSide(other.from, other.to, one.to) < 0
  );
}

/** Whether an edge lies on the one before it. */
function isTurningBack(before: Corner, corner: Corner, after: Corner): boolean {
  if (isSame(before, corner) || isSame(corner, after)) return true;
  const along = (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (after[1] - corner[1]);
  return findSide(before, corner, after) === 0 && along < 0;
}

function isSame(one: Corner, other: Corner): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function isOn({ from, to, west, east }: Edge, point: Corner): boolean {
  const [x, y] = point;
  // Between the ends, or at one of them.
  return x >= west && x <= east && (y - from[1]) * (y - to[1]) <= 0 && findSide(from, to, point) === 0;
}
