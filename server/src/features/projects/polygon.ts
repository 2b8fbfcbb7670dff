import type { Position } from '@veld/contract';

/** The outer ring and the holes, each closed. */
export type Rings = readonly (readonly Position[])[];

/** A box in degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Whether a point is in the outer ring and in no hole. On an edge it may be either. */
export function hasPoint(rings: Rings, [x, y]: Position): boolean {
  let isIn = false;
  for (const ring of rings) {
    for (const [[ax, ay], [bx, by]] of edgesOf(ring)) {
      // A ray to the east crosses an odd number of edges from a point inside.
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
    }
  }
  return isIn;
}

/** Whether all of a box is in the polygon: its corners are, and no edge enters it. */
export function hasBox(rings: Rings, box: Box): boolean {
  const corners: Position[] = [
    [box.west, box.south],
    [box.east, box.south],
    [box.east, box.north],
    [box.west, box.north],
  ];
  return corners.every((corner) => hasPoint(rings, corner)) && !rings.some((ring) => edgesOf(ring).some((edge) => enters(edge, box)));
}

type Edge = readonly [from: Position, to: Position];

function edgesOf(ring: readonly Position[]): Edge[] {
  return ring.slice(1).map((to, at) => [ring[at]!, to]);
}

/** Whether a part of an edge lies inside a box and not only on its border (Liang and Barsky's clipping). */
function enters([[ax, ay], [bx, by]]: Edge, { west, south, east, north }: Box): boolean {
  let [first, last] = [0, 1];
  const sides = [
    [ax - bx, ax - west],
    [bx - ax, east - ax],
    [ay - by, ay - south],
    [by - ay, north - ay],
  ] as const;
  for (const [step, room] of sides) {
    if (step === 0 && room <= 0) return false;
    if (step < 0) first = Math.max(first, room / step);
    if (step > 0) last = Math.min(last, room / step);
  }
  return first < last;
}
