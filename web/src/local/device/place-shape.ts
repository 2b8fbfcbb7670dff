import type { PlaceGeometry } from '@veld/contract';
import {
  boundPositions,
  degreeWidth,
  isInRings,
  type Line,
  metresBetween,
  partNearest,
  type Point,
  type Position,
  shortWay,
  toPoint,
} from '@veld/geometry';

/** The shape of a place: one that a person drew, or the areas of a public place. */
export type Shape = PlaceGeometry | { type: 'MultiPolygon'; coordinates: readonly (readonly Position[])[][] };

/** A place on the device: its point and, if it is more than that, its shape. */
export interface ShapedPlace extends Point {
  geometry?: Shape | null | undefined;
}

/** What is this near a line, or a point without a larger uncertainty, is at the place. */
const LINE_M = 50;
const POINT_M = 100;

/** Whether a point is at a place: in its area, at most 50 m from its line, or at most 100 m or its uncertainty from its point. */
export function isAtPlace(place: ShapedPlace & { uncertainty_m: number | null }, point: Point): boolean {
  const { geometry, uncertainty_m } = place;
  // Of 100,000 records, most are far from an area.
  if (geometry && geometry.type !== 'LineString' && !isInBox(boxOf(geometry), point)) return false;
  const most = geometry ? { Polygon: 0, MultiPolygon: 0, LineString: LINE_M }[geometry.type] : Math.max(POINT_M, uncertainty_m ?? 0);
  return metresToPlace(place, point) <= most;
}

/** The latitudes of a shape, the longitude of its middle and how far it reaches from there; in degrees. */
interface Box {
  south: number;
  north: number;
  middle: number;
  reach: number;
}

const boxes = new WeakMap<Shape, Box>();

function boxOf(geometry: Shape): Box {
  let box = boxes.get(geometry);
  if (!box) {
    const { west, south, east, north } = boundPositions(ringsIn(geometry).flat());
    box = {
      south,
      north,
      middle: (west + east) / 2,
      // Across the antimeridian, longitudes may jump: the middle says nothing.
      reach: east - west > 180 ? 180 : (east - west) / 2,
    };
    boxes.set(geometry, box);
  }
  return box;
}

/** Less than a millimetre. */
const ROUNDING = 1e-9;

const isInBox = ({ south, north, middle, reach }: Box, { latitude, longitude }: Point): boolean =>
  latitude >= south - ROUNDING && latitude <= north + ROUNDING && Math.abs(shortWay(longitude - middle)) <= reach + ROUNDING;

/** The distance of a point to a place: to its nearest point, and 0 in its area. */
export function metresToPlace(place: ShapedPlace, point: Point): number {
  const { geometry } = place;
  if (!geometry) return metresBetween(place, point);
  if (isInside(geometry, point)) return 0;
  const lines = ringsIn(geometry);
  return Math.min(...lines.map((line) => metresToLine(line, point)));
}

function ringsIn(geometry: Shape): readonly Line[] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

/** Whether a point lies in an area and in none of its holes; false for a line. */
export function isInside(geometry: Shape, { latitude, longitude }: Point): boolean {
  if (geometry.type === 'LineString') return false;
  const areas = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return areas.some((rings) => isInRings(rings, longitude, latitude));
}

function metresToLine(line: Line, point: Point): number {
  // On a plane around the point: degrees of longitude as wide as they are there, and the short way around the globe.
  const width = Math.max(1e-9, degreeWidth(point.latitude));
  const flat = line.map(([x, y]) => [shortWay(x - point.longitude) * width, y - point.latitude] as const);
  let nearest: readonly [number, number] = flat[0]!;
  for (let index = 1; index < flat.length; index++) {
    const candidate = nearestToOrigin(flat[index - 1]!, flat[index]!);
    if (Math.hypot(...candidate) < Math.hypot(...nearest)) nearest = candidate;
  }
  return metresBetween(point, { latitude: point.latitude + nearest[1], longitude: point.longitude + nearest[0] / width });
}

function nearestToOrigin([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): readonly [number, number] {
  const [alongX, alongY] = [toX - x, toY - y];
  const part = partNearest(x, y, alongX, alongY);
  return [x + part * alongX, y + part * alongY];
}

/** The distance from the point of a place to the farthest vertex of its shape, in whole metres; 0 for a point. */
export function measureReach(place: ShapedPlace): number {
  const { geometry } = place;
  if (!geometry) return 0;
  return Math.ceil(
    ringsIn(geometry)
      .flat()
      .reduce((most, vertex) => Math.max(most, metresBetween(place, toPoint(vertex))), 0),
  );
}
