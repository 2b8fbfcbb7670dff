import { z } from 'zod/mini';
import { hasCrossing, type Line, type Position, unwrapRings, wrapLongitude } from '@veld/geometry';
import { itemAt } from './keys.ts';

/** How many vertices the shape of a place, and all shapes of a person together, can have. */
export const MAX_VERTICES = 2000;
export const MAX_VERTICES_IN_ALL = 50_000;

/** Longitude and latitude (WGS 84, degrees), without a height. */
const PositionOnGlobe = z.tuple([
  z.number({ error: 'longitude' }).check(z.gte(-180, { error: 'longitude' }), z.lte(180, { error: 'longitude' })),
  z.number({ error: 'latitude' }).check(z.gte(-90, { error: 'latitude' }), z.lte(90, { error: 'latitude' })),
]);

/**
 * The shape of a place that is more than a point: a line or a polygon, with its holes, in GeoJSON (RFC 7946). Edges go the short way around
 * the globe, also across the antimeridian.
 */
export const PlaceGeometry = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('LineString'), coordinates: z.array(PositionOnGlobe) }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(PositionOnGlobe)) }),
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
  return hasCrossing(unwrapRings(geometry.coordinates)) ? 'shape_crossing' : null;
}

export function vertexCount(geometry: PlaceGeometry): number {
  if (geometry.type === 'LineString') return geometry.coordinates.length;
  return geometry.coordinates.reduce((sum, ring) => sum + ring.length, 0);
}

function isLong(positions: Line, least: number): boolean {
  return positions.length >= least && new Set(positions.map(String)).size >= least - (least > 2 ? 1 : 0);
}

/** Also at the antimeridian, which has two longitudes. */
function isClosed(ring: Line): boolean {
  const [first, last] = [itemAt(ring, 0), itemAt(ring, -1)];
  return wrapLongitude(first[0]) === wrapLongitude(last[0]) && first[1] === last[1];
}
