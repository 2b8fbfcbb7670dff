import type { TileAddress } from '../town-tiles.ts';

/** Longitude and latitude in degrees. */
export type LonLat = readonly [longitude: number, latitude: number, ...rest: number[]];

/** Part of an outline or of a line on the square of Web Mercator, whose sides go from 0 to 1, right and down. */
export interface Edge {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** How far the area reaches from it. */
  reach: number;
}

export interface Square {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MAX_LATITUDE = 85.0511287;

export function columnOf(longitude: number): number {
  return (longitude + 180) / 360;
}

export function rowOf(latitude: number): number {
  const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function squareOf({ z, x, y }: TileAddress): Square {
  const side = 2 ** z;
  return { left: x / side, top: y / side, right: (x + 1) / side, bottom: (y + 1) / side };
}

/** Whether an edge comes as near to a square as it reaches. */
export function touches(edge: Edge, square: Square): boolean {
  const wide = {
    left: square.left - edge.reach,
    top: square.top - edge.reach,
    right: square.right + edge.reach,
    bottom: square.bottom + edge.reach,
  };
  if (!crosses(edge, wide)) return false;
  return edge.reach === 0 || crosses(edge, square) || distance(edge, square) <= edge.reach;
}

/** Whether an edge has a point in a square (Liang and Barsky). */
function crosses({ x1, y1, x2, y2 }: Edge, { left, top, right, bottom }: Square): boolean {
  let [enter, leave] = [0, 1];
  for (const [step, from, least, most] of [
    [x2 - x1, x1, left, right],
    [y2 - y1, y1, top, bottom],
  ] as const) {
    if (step === 0) {
      if (from < least || from > most) return false;
      continue;
    }
    const [one, other] = [(least - from) / step, (most - from) / step];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
    if (enter > leave) return false;
  }
  return true;
}

/** The distance of an edge from a square that it does not cross. */
function distance(edge: Edge, { left, top, right, bottom }: Square): number {
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => fromEdge(edge, x, y)));
  const toEnd = (x: number, y: number) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return Math.min(...corners, toEnd(edge.x1, edge.y1), toEnd(edge.x2, edge.y2));
}

function fromEdge({ x1, y1, x2, y2 }: Edge, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}

/** Whether a point lies inside the rings that the edges make, by the number of edges left of it. */
export function isInside(edges: readonly Edge[], x: number, y: number): boolean {
  let inside = false;
  for (const { x1, y1, x2, y2 } of edges) if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  return inside;
}
