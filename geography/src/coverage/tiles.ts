import type { TileAddress } from '../town-tiles.ts';
import { columnOf, type Edge, isInside, type LonLat, rowOf, squareOf, touches } from './mercator.ts';

/** Polygons with their holes, or everything within a distance of lines, of which one with a single position is a point. */
export type CoverableArea =
  | { polygons: readonly (readonly (readonly LonLat[])[])[] }
  | { lines: readonly (readonly LonLat[])[]; radiusKm: number };

export interface CoveredZooms {
  minZoom: number;
  maxZoom: number;
  /** The largest number of tiles. */
  limit: number;
}

/** The length of the equator in WGS 84. */
const EQUATOR_KM = 40_075.017;
const DEGREE_KM = EQUATOR_KM / 360;

/** The tiles of Web Mercator that an area touches, in no order; null if there are more than `limit`. */
export function tilesIn(area: CoverableArea, { minZoom, maxZoom, limit }: CoveredZooms): TileAddress[] | null {
  const isFilled = 'polygons' in area;
  const all = isFilled ? area.polygons.flat().map(unwrapped).flatMap(ringEdges) : lineEdges(area.lines, area.radiusKm);
  const found: TileAddress[] = [];
  /** False once there are too many. */
  const visit = (tile: TileAddress, edges: readonly Edge[], isFull: boolean): boolean => {
    const square = squareOf(tile);
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
export function boxAround(area: CoverableArea): { west: number; south: number; east: number; north: number } {
  const lines = ('polygons' in area ? area.polygons.flat() : area.lines).map(unwrapped);
  const up = 'polygons' in area ? 0 : area.radiusKm / DEGREE_KM;
  const ys = lines.flat().map(([, y]) => y);
  const [south, north] = [Math.max(-90, least(ys) - up), Math.min(90, most(ys) + up)];
  const across = up / Math.max(0.01, Math.cos((Math.max(-south, north) * Math.PI) / 180));
  const { west, east } = narrowest(lines.map(spanOf));
  if (east - west + 2 * across >= 360) return { west: -180, south, east: 180, north };
  return { west: turned(west - across), south, east: eastEnd(east + across), north };
}

/** The shortest range of longitudes with all spans in it: it leaves out the widest gap between them. */
function narrowest(spans: readonly Span[]): Span {
  const inTurn = spans.map(({ west, east }) => ({ west: turned(west), east: turned(west) + east - west }));
  const sorted = inTurn.toSorted((one, other) => one.west - other.west);
  const first = sorted[0]!;
  let reached = first.east;
  let found = { gap: -Infinity, west: first.west, east: reached };
  for (const { west, east } of sorted.slice(1)) {
    if (west - reached > found.gap) found = { gap: west - reached, west, east: reached };
    reached = Math.max(reached, east);
  }
  const around = first.west + 360 - reached;
  if (around >= found.gap) return { west: first.west, east: reached };
  return { west: found.west, east: found.east + 360 };
}

interface Span {
  west: number;
  east: number;
}

function spanOf(line: readonly LonLat[]): Span {
  const xs = line.map(([x]) => x);
  return { west: least(xs), east: most(xs) };
}

function childrenOf({ z, x, y }: TileAddress): TileAddress[] {
  return [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })));
}

/** Also beyond the sides of the map, where a ring across the antimeridian reaches to the other side. */
function ringEdges(ring: readonly LonLat[]): Edge[] {
  const { west, east } = spanOf(ring);
  const turns = [-1, 0, 1].filter((turn) => west + 360 * turn < 180 && east + 360 * turn > -180);
  const edges = ring.slice(1).map((to, i) => edgeOf(ring[i]!, to, 0));
  // All edges of a ring, so that their number tells what is inside.
  return turns.flatMap((turn) => edges.map((edge) => ({ ...edge, x1: edge.x1 + turn, x2: edge.x2 + turn })));
}

/** Also beyond the sides of the map, where a line near the antimeridian reaches to the other side. */
function lineEdges(lines: readonly (readonly LonLat[])[], radiusKm: number): Edge[] {
  return lines.map(unwrapped).flatMap((line) => {
    const ends = line.length === 1 ? [line[0]!, line[0]!] : line;
    return ends.slice(1).flatMap((to, i) => {
      const edge = edgeOf(ends[i]!, to, reachOf(ends[i]!, to, radiusKm));
      return [-1, 0, 1]
        .map((turn) => ({ ...edge, x1: edge.x1 + turn, x2: edge.x2 + turn }))
        .filter(({ x1, x2, reach }) => Math.min(x1, x2) - reach <= 1 && Math.max(x1, x2) + reach >= 0);
    });
  });
}

function edgeOf(from: LonLat, to: LonLat, reach: number): Edge {
  return { x1: columnOf(from[0]), y1: rowOf(from[1]), x2: columnOf(to[0]), y2: rowOf(to[1]), reach };
}

/** A distance on the square of the map, where it is largest along an edge. */
function reachOf(from: LonLat, to: LonLat, radiusKm: number): number {
  const farthest = Math.min(85, Math.max(Math.abs(from[1]), Math.abs(to[1])) + radiusKm / DEGREE_KM);
  return radiusKm / EQUATOR_KM / Math.cos((farthest * Math.PI) / 180);
}

/**
 * A line whose longitudes go on beyond 180 degrees, so that each step is the short one around the globe. An outline from -180 to 180 that
 * would not close goes around the globe, and is as it was.
 */
function unwrapped(line: readonly LonLat[]): readonly LonLat[] {
  let before = line[0]?.[0] ?? 0;
  const found = line.map(([longitude, latitude]): LonLat => {
    if (Math.abs(longitude - before) > 180) before = longitude - 360 * Math.round((longitude - before) / 360);
    else before = longitude;
    return [before, latitude];
  });
  const [first, last] = [line[0], line.at(-1)];
  const isRing = line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  if (!isRing) return found;
  const { west, east } = spanOf(found);
  return found[0]![0] === found.at(-1)![0] && east > west ? found : line;
}

const turned = (longitude: number) => (longitude >= -180 && longitude < 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180);
/** A box that ends at the antimeridian does not cross it. */
const eastEnd = (longitude: number) => (turned(longitude) === -180 ? 180 : turned(longitude));
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);
