import { degreesEast, type Line, type Rings, type Span, turnsBetween, unwrapRings, wrapLongitude } from './antimeridian.ts';
import { degreeWidth, METRES_PER_DEGREE, type Position, toRadians } from './earth.ts';
import { isInRings } from './inside.ts';
import { listSides, partBetween } from './segments.ts';

/** In degrees. Across the antimeridian, its longitudes go on beyond -180 or 180. */
export interface Box extends Span {
  south: number;
  north: number;
}

/** The box around positions that are unwrapped; from Infinity to -Infinity without any. One by one: a call has a limit of arguments. */
export function boundPositions(line: Line | readonly (readonly number[])[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of line) {
    box.west = Math.min(box.west, x);
    box.south = Math.min(box.south, y);
    box.east = Math.max(box.east, x);
    box.north = Math.max(box.north, y);
  }
  return box;
}

/** The box around everything within a distance of what is in a box. Near a pole, that is on all longitudes. */
export function widenBox({ west, south, east, north }: Box, metres: number): Box {
  const up = metres / METRES_PER_DEGREE;
  // Where a circle goes farthest east, meridians touch it.
  const sine = Math.sin(toRadians(Math.min(90, up))) / Math.max(1e-9, degreeWidth(Math.max(-south, north)));
  const across = sine < 1 ? (Math.asin(sine) * 180) / Math.PI : 180;
  return { west: west - across, south: Math.max(-90, south - up), east: east + across, north: Math.min(90, north + up) };
}

/** A longitude within one turn, from -180 up to but not including 180 degrees, as where a box begins. */
export function wrapWest(longitude: number): number {
  return -wrapLongitude(-longitude);
}

/** Whether a longitude lies between two others, going east from `west`. All of the globe does between -180 and 180. */
export function isBetweenLongitudes(longitude: number, west: number, east: number): boolean {
  return east - west >= 360 || degreesEast(longitude, west) <= degreesEast(east, west);
}

/** The shortest span with all spans in it: it leaves out the widest gap between them. Its west lies between -180 and 180. */
export function joinSpans(spans: readonly Span[]): Span {
  const inTurn = spans.map(({ west, east }) => ({ west: wrapWest(west), east: east + (wrapWest(west) - west) }));
  const farthest = inTurn.reduce((most, { east }) => Math.max(most, east), -Infinity);
  // What goes on beyond 180 degrees may lie over the first spans.
  let reached = farthest - 360;
  let joined = { gap: -Infinity, west: 0, east: 0 };
  for (const { west, east } of inTurn.toSorted((one, other) => one.west - other.west)) {
    const gap = west - reached;
    if (gap > joined.gap) joined = { gap, west, east: joined.gap === -Infinity ? farthest : reached + 360 };
    reached = Math.max(reached, east);
  }
  return { west: joined.west, east: joined.east };
}

/** Whether all of a box is in a polygon: its corners are, and no edge enters it. */
export function hasBox(rings: Rings, { west, south, east, north }: Box): boolean {
  // Between the sides, so that a corner on the antimeridian is taken where the box is.
  const inside = (east - west) * 1e-9;
  const corners: Position[] = [
    [west + inside, south],
    [east - inside, south],
    [east - inside, north],
    [west + inside, north],
  ];
  return corners.every(([x, y]) => isInRings(rings, x, y)) && !hasEdgeIn(rings, { west, south, east, north });
}

/** Whether a polygon and a box have a part in common: the middle of the box is in the polygon, or an edge enters it. */
export function meetsBox(rings: Rings, box: Box): boolean {
  return isInRings(rings, (box.west + box.east) / 2, (box.south + box.north) / 2) || hasEdgeIn(rings, box);
}

function hasEdgeIn(rings: Rings, { west, south, east, north }: Box): boolean {
  const unwrapped = unwrapRings(rings);
  return turnsBetween(boundPositions(unwrapped.flat())).some((turn) => {
    const box = { west: west + 360 * turn, east: east + 360 * turn, south, north };
    return unwrapped.some((ring) => listSides(ring).some(({ from, to }) => enters(from, to, box)));
  });
}

/** Whether a part of an edge lies inside a box and not only on its border. */
function enters([ax, ay]: Line[number], [bx, by]: Line[number], { west, south, east, north }: Box): boolean {
  const across = partBetween(ax, bx - ax, west, east);
  const along = partBetween(ay, by - ay, south, north);
  const [first, last] = [Math.max(0, across[0], along[0]), Math.min(1, across[1], along[1])];
  if (first >= last) return false;
  const isOnSide = (ax === bx && (ax === west || ax === east)) || (ay === by && (ay === south || ay === north));
  return !isOnSide;
}
