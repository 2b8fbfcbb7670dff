import type { Line } from './antimeridian.ts';
import type { Box } from './boxes.ts';
import type { Position } from './earth.ts';

/**
 * The part of a closed ring within a box, as one closed ring (Sutherland and Hodgman); empty without any. Where the part falls into
 * several, they are joined along the border of the box, so that each point within the box lies in the result as often as in the ring.
 * Longitudes are taken as they are written.
 */
export function clipRing(ring: Line, { west, south, east, north }: Box): Line {
  let clipped = ring.slice(0, -1);
  for (const [axis, limit, sign] of [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const)
    clipped = clipSide(clipped, axis, limit, sign);
  const [first] = clipped;
  return first === undefined ? [] : [...clipped, first];
}

/** What of an open ring lies on one side of a line along an axis. */
function clipSide(ring: Line, axis: 0 | 1, limit: number, sign: 1 | -1): Position[] {
  const kept: Position[] = [];
  let before = ring.at(-1);
  for (const corner of ring) {
    if (before === undefined) break;
    const [wasIn, isIn] = [(before[axis] - limit) * sign >= 0, (corner[axis] - limit) * sign >= 0];
    if (wasIn !== isIn) {
      const part = (limit - before[axis]) / (corner[axis] - before[axis]);
      kept.push(axis === 0 ? [limit, before[1] + part * (corner[1] - before[1])] : [before[0] + part * (corner[0] - before[0]), limit]);
    }
    if (isIn) kept.push([corner[0], corner[1]]);
    before = corner;
  }
  return kept;
}

/** The area of a closed ring on a plane, in the square of its unit. */
export function measureFlatArea(ring: Line): number {
  const [origin] = ring;
  if (!origin) return 0;
  let doubled = 0;
  let before = origin;
  for (const corner of ring) {
    // Around the first corner, so that a small ring far from zero keeps its digits.
    doubled += (before[0] - origin[0]) * (corner[1] - origin[1]) - (corner[0] - origin[0]) * (before[1] - origin[1]);
    before = corner;
  }
  return Math.abs(doubled) / 2;
}
