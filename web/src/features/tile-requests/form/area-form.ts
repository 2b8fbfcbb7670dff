import {
  isRecord,
  type JourneyTrim,
  MAX_CORRIDOR_KM,
  MAX_RADIUS_KM,
  MAX_TRACK_POSITIONS,
  type PlaceGeometry,
  type TileArea,
  trackPieces,
  type TrackPoint,
  trimmed,
} from '@veld/contract';
import { type Box, boundPositions, type Position, simplifyLine, unwrapLine, unwrapRings, wholeTurns, wrapLongitude } from '@veld/geometry';
import type { StillShape } from '../../../shared/geo/still/shapes';

/** An area as it is chosen; null and empty texts are still missing. */
export interface AreaForm {
  kind: TileArea['kind'];
  country: string | null;
  place: { latitude: number; longitude: number } | null;
  radius_km: number | '';
  polygon: Extract<PlaceGeometry, { type: 'Polygon' }> | null;
  track: Position[][] | null;
  /** The journey that the track is of. */
  journey_id: string | null;
  width_km: number | '';
}

/** A morning's walk around a place. */
export const USUAL_RADIUS_KM = 10;

export const EMPTY_AREA: AreaForm = {
  kind: 'circle',
  country: null,
  place: null,
  radius_km: USUAL_RADIUS_KM,
  polygon: null,
  track: null,
  journey_id: null,
  width_km: 1,
};

/** The area, or null while something is missing or out of range. */
export function readAreaForm({ kind, country, place, radius_km, polygon, track, width_km }: AreaForm): TileArea | null {
  switch (kind) {
    case 'country':
      return country === null ? null : { kind, country_code: country };
    case 'circle':
      return place && isLength(radius_km, MAX_RADIUS_KM) ? { kind, latitude: place.latitude, longitude: place.longitude, radius_km } : null;
    case 'polygon':
      return polygon && { kind, geometry: polygon };
    case 'corridor':
      return track && isLength(width_km, MAX_CORRIDOR_KM)
        ? { kind, track: { type: 'MultiLineString', coordinates: track }, width_km }
        : null;
  }
}

/** What a map shows, as an area. */
export function polygonOfBox({ west, south, east, north }: Box): NonNullable<AreaForm['polygon']> {
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** The middle of a circle or a polygon; null for the other kinds, and while it is missing. */
export function findMiddle({ kind, place, polygon }: AreaForm): AreaForm['place'] {
  if (kind === 'circle') return place;
  if (kind !== 'polygon' || !polygon) return null;
  const ring = unwrapRings(polygon.coordinates)[0] ?? [];
  const { west, south, east, north } = boundPositions(ring);
  return { latitude: (south + north) / 2, longitude: wrapLongitude((west + east) / 2) };
}

const isLength = (km: number | '', most: number): km is number => km !== '' && km >= 0.1 && km <= most;

/** What a small map shows of the area; `outlines` are those of the country. */
export function listAreaShapes(
  form: AreaForm,
  outlines: readonly (readonly (readonly (readonly number[])[])[])[] | undefined,
): StillShape[] {
  const place = 'moss' as const;
  switch (form.kind) {
    case 'country':
      return outlines && outlines.length > 0 ? [{ kind: 'area', parts: outlines.flat(), place }] : [];
    case 'circle':
      return form.place ? [{ kind: 'point', ...form.place, uncertainty_m: (form.radius_km || 0) * 1000, place }] : [];
    case 'polygon':
      return form.polygon ? [{ kind: 'area', parts: unwrapRings(form.polygon.coordinates), place }] : [];
    case 'corridor':
      return form.track ? [{ kind: 'line', parts: unwrapped(form.track), place }] : [];
  }
}

/** Lines whose longitudes go on across the antimeridian, each on the same side as the one before it. */
function unwrapped(lines: readonly Position[][]): Position[][] {
  let before = lines[0]?.[0]?.[0] ?? 0;
  return lines.map((line) => {
    const own = unwrapLine(line);
    const turn = wholeTurns(own[0]![0], before);
    before = own.at(-1)![0] + turn;
    return own.map(([x, y]): Position => [x + turn, y]);
  });
}

/** Less than any corridor is wide. */
const TRACK_M = 50;
/** A track that is still too long is no track of a person. */
const MOST_M = 5000;

interface Point {
  x: number;
  y: number;
}

/** The lines among the features of a file, each part by itself, simplified. Null if there are none. */
export function extractTrack(features: readonly { geometry: unknown }[]): Position[][] | null {
  return simplified(features.flatMap(({ geometry }) => linesIn(geometry)).map(pointsOf));
}

/** The track of a journey as it is drawn, without what is trimmed. Null if it has none. */
export function trackOfJourney(points: readonly TrackPoint[], trim: JourneyTrim | null): Position[][] | null {
  const pieces = trackPieces(trimmed(points, trim));
  return simplified(pieces.map((piece) => piece.map(({ longitude, latitude }) => ({ x: longitude, y: latitude }))));
}

function linesIn(geometry: unknown): unknown[][] {
  if (!isRecord(geometry)) return [];
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return geometries.flatMap(linesIn);
  if (!Array.isArray(coordinates)) return [];
  if (type === 'LineString') return [coordinates];
  return type === 'MultiLineString' ? coordinates.filter((one) => Array.isArray(one)) : [];
}

function pointsOf(line: readonly unknown[]): Point[] {
  return line.flatMap((position) => {
    const [x, y]: unknown[] = Array.isArray(position) ? position : [];
    const isPlace = typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 360 && Math.abs(y) <= 90;
    return isPlace ? [{ x: wrapLongitude(x), y }] : [];
  });
}

/** With as many positions as a request may have. */
function simplified(lines: readonly Point[][]): Position[][] | null {
  const used = unwrapped(lines.filter(({ length }) => length > 0).map((line) => line.map(({ x, y }): Position => [x, y]))).map((line) =>
    line.map(([longitude, latitude]) => ({ longitude, latitude })),
  );
  if (used.length === 0) return null;
  for (let metres = TRACK_M; metres <= MOST_M; metres *= 2) {
    const found = used.map((line) =>
      simplifyLine(line, metres).map(({ longitude, latitude }): Position => [wrapLongitude(longitude), latitude]),
    );
    if (found.reduce((sum, { length }) => sum + length, 0) <= MAX_TRACK_POSITIONS) return found;
  }
  return null;
}
