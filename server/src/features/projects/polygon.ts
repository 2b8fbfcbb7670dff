import { isInRings, longitudesOf, type Position, turnsBetween, unwrapRings } from '@veld/contract';

/** The outer ring and the holes, each closed. */
export type Rings = readonly (readonly Position[])[];

/** A box in degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Whether all of a box is in the polygon: its corners are, and no edge enters it. */
export function hasBox(rings: Rings, { west, south, east, north }: Box): boolean {
  // Between the sides, so that a corner on the antimeridian is taken where the box is.
  const inside = (east - west) * 1e-9;
  const corners: Position[] = [
    [west + inside, south],
    [east - inside, south],
    [east - inside, north],
    [west + inside, north],
  ];
  if (!corners.every(([x, y]) => isInRings(rings, x, y))) return false;
  const unwrapped = unwrapRings(rings);
  const bounds = longitudesOf(unwrapped.flat());
  return !turnsBetween(bounds.west, bounds.east).some((turn) => {
    const box = { west: west + 360 * turn, east: east + 360 * turn, south, north };
    return unwrapped.some((ring) => edgesOf(ring).some((edge) => enters(edge, box)));
  });
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
