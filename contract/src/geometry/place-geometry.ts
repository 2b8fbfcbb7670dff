import { z } from 'zod/mini';
import { unwrapRings, wrapLongitude } from './antimeridian.ts';

/** How many vertices the shape of a place, and all shapes of a person together, can have. */
export const MAX_VERTICES = 2000;
export const MAX_VERTICES_IN_ALL = 50_000;

/** Longitude and latitude (WGS 84, degrees), without a height. */
const Position = z.tuple([
  z.number({ error: 'longitude' }).check(z.gte(-180, { error: 'longitude' }), z.lte(180, { error: 'longitude' })),
  z.number({ error: 'latitude' }).check(z.gte(-90, { error: 'latitude' }), z.lte(90, { error: 'latitude' })),
]);
export type Position = z.infer<typeof Position>;

/**
 * The shape of a place that is more than a point: a line or a polygon, with its holes, in GeoJSON (RFC 7946). Edges go the short way around
 * the globe, also across the antimeridian.
 */
export const PlaceGeometry = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('LineString'), coordinates: z.array(Position) }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Position)) }),
  ])
  .check(
    z.superRefine((geometry, ctx) => {
      const fault = geometryFault(geometry);
      if (fault) ctx.addIssue({ code: 'custom', message: fault });
    }),
  );
export type PlaceGeometry = { type: 'LineString'; coordinates: Position[] } | { type: 'Polygon'; coordinates: Position[][] };

export type GeometryFault = 'shape_size' | 'shape_open' | 'shape_crossing';

/** Why a shape cannot be saved: too few or too many vertices, a ring that is not closed, or edges of a polygon that cross or touch. */
export function geometryFault(geometry: PlaceGeometry): GeometryFault | null {
  if (vertexCount(geometry) > MAX_VERTICES) return 'shape_size';
  if (geometry.type === 'LineString') return isLong(geometry.coordinates, 2) ? null : 'shape_size';
  if (geometry.coordinates.length === 0 || !geometry.coordinates.every((ring) => isLong(ring, 4))) return 'shape_size';
  if (!geometry.coordinates.every(isClosed)) return 'shape_open';
  return isCrossing(unwrapRings(geometry.coordinates)) ? 'shape_crossing' : null;
}

export function vertexCount(geometry: PlaceGeometry): number {
  if (geometry.type === 'LineString') return geometry.coordinates.length;
  return geometry.coordinates.reduce((sum, ring) => sum + ring.length, 0);
}

function isLong(positions: readonly Position[], least: number): boolean {
  return positions.length >= least && new Set(positions.map(String)).size >= least - (least > 2 ? 1 : 0);
}

function isSame(one: Position, other: Position): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** Also at the antimeridian, which has two longitudes. */
function isClosed(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return wrapLongitude(first[0]) === wrapLongitude(last[0]) && first[1] === last[1];
}

interface Edge {
  from: Position;
  to: Position;
  ring: number;
  at: number;
  /** Number of edges of the ring. */
  of: number;
  west: number;
  east: number;
}

/** Whether two edges of the rings have a point in common, other than the vertex that joins neighbours. */
function isCrossing(rings: readonly (readonly Position[])[]): boolean {
  const edges = rings.flatMap(edgesOf).toSorted((one, other) => one.west - other.west);
  // Only edges whose longitudes overlap are compared.
  for (const [index, one] of edges.entries()) {
    for (let next = index + 1; next < edges.length && edges[next]!.west <= one.east; next++) {
      if (hasFault(one, edges[next]!)) return true;
    }
  }
  return false;
}

function edgesOf(ring: readonly Position[], number: number): Edge[] {
  return ring.slice(1).map((to, at) => {
    const from = ring[at]!;
    return { from, to, ring: number, at, of: ring.length - 1, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
}

function hasFault(one: Edge, other: Edge): boolean {
  const [first, second] = one.at < other.at ? [one, other] : [other, one];
  if (first.ring === second.ring && second.at - first.at === 1) return isTurningBack(first.from, first.to, second.to);
  if (first.ring === second.ring && first.at === 0 && second.at === first.of - 1) return isTurningBack(second.from, first.from, first.to);
  const [a, b] = [side(one.from, one.to, other.from), side(one.from, one.to, other.to)];
  const [c, d] = [side(other.from, other.to, one.from), side(other.from, other.to, one.to)];
  if (a * b < 0 && c * d < 0) return true;
  return (
    (a === 0 && isOn(one, other.from)) ||
    (b === 0 && isOn(one, other.to)) ||
    (c === 0 && isOn(other, one.from)) ||
    (d === 0 && isOn(other, one.to))
  );
}

/** Whether an edge lies on the one before it. */
function isTurningBack(before: Position, corner: Position, after: Position): boolean {
  if (isSame(before, corner) || isSame(corner, after)) return true;
  const along = (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (after[1] - corner[1]);
  return side(before, corner, after) === 0 && along < 0;
}

/** Positive if `point` is left of the line from `from` to `to`, negative if right, 0 if on it. */
function side(from: Position, to: Position, point: Position): number {
  return Math.sign((to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]));
}

/** Whether a point of the line through an edge is on the edge. */
function isOn({ from, to, west, east }: Edge, [x, y]: Position): boolean {
  return x >= west && x <= east && y >= Math.min(from[1], to[1]) && y <= Math.max(from[1], to[1]);
}
