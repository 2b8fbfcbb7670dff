import { meetsRay, partBetween, partNearest } from '@veld/geometry';
import type { TileAddress } from '../town-tiles.ts';

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

export function projectTile({ z, x, y }: TileAddress): Square {
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

/** Whether an edge has a point in a square. */
function crosses({ x1, y1, x2, y2 }: Edge, { left, top, right, bottom }: Square): boolean {
  const [enter, leave] = partBetween(x1, x2 - x1, left, right);
  const [rise, set] = partBetween(y1, y2 - y1, top, bottom);
  return Math.max(0, enter, rise) <= Math.min(1, leave, set);
}

/** The distance of an edge from a square that it does not cross. */
function distance(edge: Edge, { left, top, right, bottom }: Square): number {
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => fromEdge(edge, x, y)));
  const toEnd = (x: number, y: number) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return Math.min(...corners, toEnd(edge.x1, edge.y1), toEnd(edge.x2, edge.y2));
}

function fromEdge({ x1, y1, x2, y2 }: Edge, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const part = partNearest(x1 - x, y1 - y, dx, dy);
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}

/** Whether a point lies inside the rings that the edges make. */
export function isInside(edges: readonly Edge[], x: number, y: number): boolean {
  let isIn = false;
  for (const { x1, y1, x2, y2 } of edges) if (meetsRay(x, y, x1, y1, x2, y2)) isIn = !isIn;
  return isIn;
}
