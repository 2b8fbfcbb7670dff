import {
  boundPositions,
  type Box,
  columnAt,
  degreeWidth,
  joinSpans,
  latitudeOnMap,
  type Line,
  listSides,
  meetsRay,
  METRES_PER_DEGREE,
  partBetween,
  partNearest,
  type Rings,
  rowAt,
  spanLongitudes,
  unwrapLine,
  unwrapRing,
  widenBox,
  wrapLongitude,
  wrapWest,
} from '@veld/geometry';
import type { TileAddress } from '../town-tiles.ts';

/** Polygons with their holes, or everything within a distance of lines, of which one with a single position is a point. */
export type CoverableArea = { polygons: readonly Rings[] } | { lines: readonly Line[]; radiusKm: number };

export interface CoveredZooms {
  minZoom: number;
  maxZoom: number;
  /** The largest number of tiles. */
  limit: number;
}

const DEGREE_KM = METRES_PER_DEGREE / 1000;

/** The tiles of Web Mercator that an area touches, in no order; null if there are more than `limit`. */
export function tilesIn(area: CoverableArea, { minZoom, maxZoom, limit }: CoveredZooms): TileAddress[] | null {
  const isFilled = 'polygons' in area;
  const all = isFilled ? area.polygons.flat().map(unwrapRing).flatMap(ringEdges) : lineEdges(area.lines, area.radiusKm);
  const found: TileAddress[] = [];
  /** False once there are too many. */
  const visit = (tile: TileAddress, edges: readonly Edge[], isFull: boolean): boolean => {
    const square = projectTile(tile);
    const near = isFull ? edges : edges.filter((edge) => touches(edge, square));
    // Without an outline in it, a tile lies all inside or all outside.
    const isWithin =
      isFull || (near.length === 0 && isFilled && isInside(all, (square.left + square.right) / 2, (square.top + square.bottom) / 2));
    if (near.length === 0 && !isWithin) return true;
    if (tile.z >= minZoom && found.push(tile) > limit) return false;
    if (tile.z === maxZoom) return true;
    return childrenOf(tile).every((child) => visit(child, isWithin ? [] : near, isWithin));
  };
  return visit({ z: 0, x: 0, y: 0 }, all, false) ? found : null;
}

/** The box around an area in degrees. West is greater than east if it crosses the antimeridian. */
export function boxAround(area: CoverableArea): Box {
  const lines = 'polygons' in area ? area.polygons.flat().map(unwrapRing) : area.lines.map(unwrapLine);
  const span = joinSpans(lines.map(spanLongitudes));
  const box = widenBox({ ...boundPositions(lines.flat()), ...span }, 'polygons' in area ? 0 : area.radiusKm * 1000);
  if (box.east - box.west >= 360) return { ...box, west: -180, east: 180 };
  return { ...box, west: wrapWest(box.west), east: wrapLongitude(box.east) };
}

function childrenOf({ z, x, y }: TileAddress): TileAddress[] {
  return [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })));
}

/** Also beyond the sides of the map, where a ring across the antimeridian reaches to the other side. */
function ringEdges(ring: Line): Edge[] {
  const { west, east } = spanLongitudes(ring);
  const turns = [-1, 0, 1].filter((turn) => west + 360 * turn < 180 && east + 360 * turn > -180);
  const edges = listSides(ring).map(({ from, to }) => edgeOf(from, to, 0));
  // All edges of a ring, so that their number shows what is inside.
  return turns.flatMap((turn) => edges.map((edge) => ({ ...edge, x1: edge.x1 + turn, x2: edge.x2 + turn })));
}

/** Also beyond the sides of the map, where a line near the antimeridian reaches to the other side. */
function lineEdges(lines: readonly Line[], radiusKm: number): Edge[] {
  return lines.map(unwrapLine).flatMap((line) => {
    const [first, second] = line;
    const sides = first && !second ? [{ from: first, to: first }] : listSides(line);
    return sides.flatMap(({ from, to }) => {
      const edge = edgeOf(from, to, reachOf(from, to, radiusKm));
      return [-1, 0, 1]
        .map((turn) => ({ ...edge, x1: edge.x1 + turn, x2: edge.x2 + turn }))
        .filter(({ x1, x2, reach }) => Math.min(x1, x2) - reach <= 1 && Math.max(x1, x2) + reach >= 0);
    });
  });
}

function edgeOf(from: Line[number], to: Line[number], reach: number): Edge {
  return { x1: columnAt(from[0]), y1: rowAt(latitudeOnMap(from[1])), x2: columnAt(to[0]), y2: rowAt(latitudeOnMap(to[1])), reach };
}

/** A distance on the square of the map, where it is largest along an edge. */
function reachOf(from: Line[number], to: Line[number], radiusKm: number): number {
  const farthest = Math.min(85, Math.max(Math.abs(from[1]), Math.abs(to[1])) + radiusKm / DEGREE_KM);
  return radiusKm / (360 * DEGREE_KM) / degreeWidth(farthest);
}

/** Part of an outline or of a line on the square of Web Mercator, whose sides go from 0 to 1, right and down. */
interface Edge {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** How far the area reaches from it. */
  reach: number;
}

interface Square {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function projectTile({ z, x, y }: TileAddress): Square {
  const side = 2 ** z;
  return { left: x / side, top: y / side, right: (x + 1) / side, bottom: (y + 1) / side };
}

/** Whether an edge comes as near to a square as it reaches. */
function touches(edge: Edge, square: Square): boolean {
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
function isInside(edges: readonly Edge[], x: number, y: number): boolean {
  let isIn = false;
  for (const { x1, y1, x2, y2 } of edges) if (meetsRay(x, y, x1, y1, x2, y2)) isIn = !isIn;
  return isIn;
}
