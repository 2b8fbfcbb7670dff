import { geometryFault, HABITATS, isRecord, MAX_VERTICES, PlaceGeometry } from '@veld/contract';
import {
  EARTH_RADIUS_M,
  type Line,
  measureLength,
  metresBetween,
  type Position,
  type Rings,
  simplifyLine,
  spanLongitudes,
  toPoint,
  unwrapLine,
  unwrapRings,
  wrapLongitude,
} from '@veld/geometry';
import polylabel from 'polylabel';
import { PLACE_COLOURS, PLACE_KINDS, type SavedPlace } from '../../../local/changes/saved-places';
import { MAX_UNCERTAINTY_M } from '../data';
import type { FoundFeature } from './read-places-file';

const keyOf = ([from, to]: Edge): string => `${String(from)} ${String(to)}`;

/** What a file that Veld made says besides (place-files.ts). */
type Details = Pick<SavedPlace, 'uncertainty_m'> & Partial<Pick<SavedPlace, 'kind' | 'habitat' | 'colour'>>;

/** A place of a file. `key` is the same for the same place, also in another file. */
export interface PlaceCandidate extends Pick<SavedPlace, 'latitude' | 'longitude' | 'notes'>, Details {
  key: string;
  /** Empty if the file has none. */
  name: string;
  geometry: PlaceGeometry | null;
}

/** The places of a file that was read. */
export interface PlacesFile {
  /** Of the file. */
  name: string;
  candidates: PlaceCandidate[];
  /** How many of its shapes cannot be used. */
  unusable: number;
}

/** A line of a track keeps its course with this many vertices. */
const MAX_LINE_VERTICES = 500;
/** The first tolerance that is tried. */
const FINEST_M = 0.5;

/** The places of a file, each once. */
export function placeCandidates(features: readonly FoundFeature[]): Omit<PlacesFile, 'name'> {
  const candidates = new Map<string, PlaceCandidate>();
  let unusable = 0;
  for (const { name, notes, geometry, properties } of features) {
    const parts = partsOf(geometry);
    if (parts.length === 0) unusable++;
    for (const [index, part] of parts.entries()) {
      const shape = shapeOf(part);
      if (!shape) {
        unusable++;
        continue;
      }
      const key = identifyPlace(shape);
      const numbered = parts.length > 1 && name ? `${name} ${index + 1}` : name;
      if (!candidates.has(key))
        candidates.set(key, { key, name: cut(numbered, 80), notes: cut(notes, 2000), ...detailsIn(properties), ...shape });
    }
  }
  return { candidates: [...candidates.values()], unusable };
}

function detailsIn({ kind, uncertainty_m: uncertainty, habitat, colour }: Record<string, unknown>): Details {
  const isLength = typeof uncertainty === 'number' && uncertainty >= 0 && uncertainty <= MAX_UNCERTAINTY_M;
  const known = {
    kind: PLACE_KINDS.find((one) => one === kind),
    habitat: HABITATS.find((one) => one === habitat),
    colour: PLACE_COLOURS.find((one) => one === colour),
  };
  return { uncertainty_m: isLength ? uncertainty : null, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)) };
}

/** Equal for two places at the same point and of the same shape. */
export function identifyPlace({ latitude, longitude, geometry }: Pick<SavedPlace, 'latitude' | 'longitude' | 'geometry'>): string {
  return geometry ? `${geometry.type} ${geometry.coordinates.flat(2).join(' ')}` : `Point ${longitude} ${latitude}`;
}

interface Part {
  type: 'Point' | 'LineString' | 'Polygon';
  coordinates: unknown;
}

/** Points, lines and polygons; collections are taken apart. */
function partsOf(geometry: unknown): Part[] {
  if (!isRecord(geometry)) return [];
  const { type, coordinates, geometries } = geometry;
  if (type === 'Point' || type === 'LineString' || type === 'Polygon') return [{ type, coordinates }];
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return geometries.flatMap(partsOf);
  if (!Array.isArray(coordinates)) return [];
  if (type === 'MultiPoint') return coordinates.map((one) => ({ type: 'Point', coordinates: one }));
  if (type === 'MultiLineString') return coordinates.map((one) => ({ type: 'LineString', coordinates: one }));
  if (type === 'MultiPolygon') {
    const polygons = coordinates.map((one) => (Array.isArray(one) ? one.map(positionsOf) : [null]));
    const isWhole = polygons.every((rings) => rings.every((ring) => ring !== null));
    return (isWhole ? joinParts(polygons) : coordinates).map((one) => ({ type: 'Polygon', coordinates: one }));
  }
  return [];
}

type Shape = Pick<PlaceCandidate, 'latitude' | 'longitude' | 'geometry'>;

/** Null for what is off the globe, too short, or crosses itself. */
function shapeOf({ type, coordinates }: Part): Shape | null {
  if (type === 'Point') {
    const position = positionOf(coordinates, 180);
    return position && { longitude: wrapLongitude(position[0]), latitude: position[1], geometry: null };
  }
  const geometry = type === 'LineString' ? lineOf(coordinates) : polygonOf(coordinates);
  if (!geometry || !PlaceGeometry.safeParse(geometry).success) return null;
  return { ...pointOfShape(geometry), geometry };
}

/** The point that stands for a shape: halfway along a line, or in an area as far as possible from its edges. */
export function pointOfShape(geometry: PlaceGeometry): { latitude: number; longitude: number } {
  const [longitude, latitude] =
    geometry.type === 'LineString' ? middleOf(unwrapLine(geometry.coordinates)) : labelOf(unwrapRings(geometry.coordinates));
  return { latitude, longitude: rounded(wrapLongitude(longitude)) };
}

function lineOf(coordinates: unknown): PlaceGeometry | null {
  const line = positionsOf(coordinates);
  return line && { type: 'LineString', coordinates: simplified(line, MAX_LINE_VERTICES) };
}

function polygonOf(coordinates: unknown): PlaceGeometry | null {
  if (!Array.isArray(coordinates)) return null;
  const rings = coordinates.map(positionsOf);
  if (!rings.every((ring) => ring !== null)) return null;
  const most = Math.floor(MAX_VERTICES / Math.max(1, rings.length));
  const exact: PlaceGeometry = { type: 'Polygon', coordinates: rings };
  if (geometryFault(exact) !== 'shape_size') return exact;
  return { type: 'Polygon', coordinates: rings.map((ring) => simplified(ring, most)) };
}

/** With six decimals (a tenth of a metre), without heights and repeated positions; null if one is not on the globe. */
function positionsOf(values: unknown): Position[] | null {
  if (!Array.isArray(values)) return null;
  const positions: Position[] = [];
  for (const value of values) {
    const position = positionOf(value);
    if (!position) return null;
    const last = positions.at(-1);
    if (last?.[0] !== position[0] || last[1] !== position[1]) positions.push(position);
  }
  return positions;
}

/** `most`: of lines and areas, whose longitudes may go on across the antimeridian or count from 0 to 360. */
function positionOf(value: unknown, most = 360): Position | null {
  if (!Array.isArray(value)) return null;
  const [longitude, latitude]: unknown[] = value;
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  if (!(Math.abs(longitude) <= most && Math.abs(latitude) <= 90)) return null;
  return [Math.abs(longitude) > 180 ? rounded(wrapLongitude(longitude)) : rounded(longitude), rounded(latitude)];
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(6));
}

/** Simplified, as fine as the number of vertices allows. */
function simplified(line: Position[], most: number): Position[] {
  const points = unwrapLine(line).map(toPoint);
  let kept = points;
  for (let metres = FINEST_M; kept.length > most && metres < EARTH_RADIUS_M; metres *= 2) kept = simplifyLine(points, metres);
  return kept.map(({ longitude: x, latitude: y }): Position => [Math.abs(x) > 180 ? rounded(wrapLongitude(x)) : x, y]);
}

/** The point halfway along a line. */
function middleOf(line: Line): Position {
  const half = measureLength(line.map(toPoint)) / 2;
  let walked = 0;
  for (const [from, to] of edgesOf(line)) {
    const length = metresBetween(toPoint(from), toPoint(to));
    if (walked + length >= half && length > 0) {
      const part = (half - walked) / length;
      return [rounded(from[0] + part * (to[0] - from[0])), rounded(from[1] + part * (to[1] - from[1]))];
    }
    walked += length;
  }
  return line[0]!;
}

/** The point of an area that is farthest from its edges. */
function labelOf(rings: Rings): Position {
  const [longitude, latitude] = polylabel(rings, 0.000_01);
  return [rounded(longitude), rounded(latitude)];
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().trim();
}

/**
 * The polygons of a feature, those that were cut at the antimeridian (RFC 7946, section 3.1.9) as the one that they were. Longitudes of
 * a polygon that was joined go on beyond 180 degrees. What cannot be joined without doubt stays in parts.
 */
function joinParts(polygons: readonly Rings[]): readonly Rings[] {
  const sides = polygons.map((rings) => ({ rings, ...spanLongitudes(rings[0] ?? []) }));
  const west = sides.filter((one) => one.east === 180 && one.west > 0).map(({ rings }) => rings);
  const east = sides.filter((one) => one.west === -180 && one.east < 0).map(({ rings }) => rings);
  if (west.length === 0 || east.length === 0) return polygons;
  const onward = east.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [x + 360, y])));
  const joined = joinedAt180([...west, ...onward]);
  return joined ? [...polygons.filter((one) => !west.includes(one) && !east.includes(one)), ...joined] : polygons;
}

type Edge = readonly [from: Position, to: Position];

/** Without the edges along the cut, which go both ways, once on each side. Null if what is left is not rings. */
function joinedAt180(polygons: readonly Rings[]): Rings[] | null {
  const edges = polygons.flatMap((rings) =>
    rings.flatMap((ring, at) => edgesOf(areaOf(ring) > 0 === (at === 0) ? ring : ring.toReversed())),
  );
  const cuts = [...new Set(edges.flatMap(([[x, y]]) => (x === 180 ? [y] : [])))].toSorted((one, other) => one - other);
  const parts = edges.flatMap((edge) => (edge[0][0] === 180 && edge[1][0] === 180 ? split(edge, cuts) : [edge]));
  const known = new Set(parts.map(keyOf));
  const left = parts.filter(([from, to]) => !known.has(keyOf([to, from])));
  const next = new Map(left.map(([from, to]) => [String(from), to]));
  if (next.size !== left.length || left.length === parts.length) return null;
  const rings: Position[][] = [];
  for (const [start] of left) {
    const ring = [start];
    for (let to = next.get(String(start)); to; to = next.get(String(to))) {
      next.delete(String(ring.at(-1)));
      ring.push(to);
    }
    if (ring.length === 1) continue;
    if (String(ring.at(-1)) !== String(start)) return null;
    rings.push(ring);
  }
  const outer = rings.filter((ring) => areaOf(ring) > 0);
  const [only, ...others] = outer;
  if (only && others.length === 0) return [[only, ...rings.filter((ring) => ring !== only)]];
  // Which hole belongs to which of several outlines is not asked here.
  return outer.length > 1 && outer.length < rings.length ? null : outer.map((ring) => [ring]);
}

function edgesOf(ring: readonly Position[]): Edge[] {
  return ring.slice(1).flatMap((to, at): Edge[] => {
    const from = ring[at];
    return from ? [[from, to]] : [];
  });
}

/** An edge along the cut in pieces between the vertices of both sides. */
function split([from, to]: Edge, cuts: readonly number[]): Edge[] {
  const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  const between = cuts.filter((y) => y >= south && y <= north).map((y): Position => [180, y]);
  return edgesOf(from[1] < to[1] ? between : between.toReversed());
}

/** Positive if the ring goes counterclockwise. */
function areaOf(ring: readonly Position[]): number {
  return edgesOf(ring).reduce((sum, [[x, y], [toX, toY]]) => sum + x * toY - toX * y, 0);
}
