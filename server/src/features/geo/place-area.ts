import { itemAt, mapKey, type PlaceGeometry } from '@veld/contract';
import {
  type Box,
  boundPositions,
  degreeWidth,
  type Line,
  METRES_PER_DEGREE,
  type Position,
  type Rings,
  shortWay,
  spanLongitudes,
  turnsBetween,
  unwrapLine,
  unwrapRings,
  widenBox,
} from '@veld/geometry';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';

/** What is this near a line, or a point without a larger uncertainty, is at the place. The app has the same limits (`isAtPlace`). */
const LINE_M = 50;
const POINT_M = 100;

/** The area of a saved place. */
export interface PlaceArea {
  id: string;
  latitude: number;
  longitude: number;
  uncertainty_m: number | null;
  geometry: PlaceGeometry | null;
}

type Degrees = RawBuilder<number>;

/**
 * The area of a query: a saved place of the caller, a circle or a polygon; null without any. 404 for the id of another person's place, as
 * for an unknown one; 422 for more than one, and for parts of a circle.
 */
export async function areaOfQuery(db: Db, callerId: string, query: AreaQuery): Promise<PlaceArea | null> {
  const { place_id, polygon } = query;
  const drawn = [readCircle(query), polygon && areaOfRing(polygon)].filter((area) => area !== undefined);
  const [area] = drawn;
  if (drawn.length + (place_id === undefined ? 0 : 1) > 1) throw invalid('place_id', 'choice');
  if (place_id === undefined) return area ?? null;
  const row = await db
    .selectFrom('saved_places')
    .select(['id', 'latitude', 'longitude', 'uncertainty_m', 'geometry'])
    .where('user_id', '=', callerId)
    .where('id', '=', place_id)
    .executeTakeFirst();
  if (!row) throw new Fault('not_found');
  return row;
}

/** Has no record of anybody. */
const NO_PLACE = '00000000-0000-0000-0000-000000000000';

/** The area of a circle that is no saved place. */
function areaAround({ latitude, longitude }: { latitude: number; longitude: number }, radiusMeters: number): PlaceArea {
  return { id: NO_PLACE, latitude, longitude, uncertainty_m: radiusMeters, geometry: null };
}

/** The area within a line, which closes itself. */
export function areaOfRing(corners: Line): PlaceArea {
  const [longitude, latitude] = itemAt(corners, 0);
  const ring = [...corners, itemAt(corners, 0)];
  return { id: NO_PLACE, latitude, longitude, uncertainty_m: null, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/**
 * Whether the record `o` is at a place, as far as the caller may know: the caller's own records by their true points and also if they
 * were made with the place, open records of others by their points, obscured ones only if all of their grid cell is, private ones never.
 * A condition on the true place of a hidden record of others would reveal it to anybody who draws an area around it.
 */
export function isAtPlace(area: PlaceArea, callerId: string): RawBuilder<boolean> {
  const { west, east, south, north } = boxAround(area);
  const own = sql<boolean>`o.user_id = ${callerId} and (o.location_id = ${area.id} or (
    o.latitude between ${south} and ${north} and ${hasPoint(area, sql`o.longitude`, sql`o.latitude`)}
  ))`;
  // In the order of `map_key`, no point of a rectangle comes before its north-western corner or after its south-eastern one.
  const keys = west <= -180 || east >= 180 ? [0, 4 ** 26] : [mapKey(north, west), mapKey(south, east)];
  const others = sql<boolean>`o.user_id <> ${callerId} and o.map_key between ${keys[0]}::bigint and ${keys[1]}::bigint and case o.geoprivacy
    when 'open' then ${hasPoint(area, sql`o.public_longitude`, sql`o.public_latitude`)}
    when 'obscured' then ${hasCell(area)}
    else false end`;
  return sql<boolean>`((${own}) or (${others}))`;
}

/** Whether a point lies in the area. */
function hasPoint(area: PlaceArea, longitude: Degrees, latitude: Degrees): RawBuilder<boolean> {
  if (area.geometry?.type === 'Polygon') {
    const { outer, holes, turns } = ringsOf(area.geometry.coordinates);
    return anyOf(
      turns.map((turn) => {
        const point = sql`point(${turned(longitude, turn)}, ${latitude})`;
        return sql<boolean>`(${outer} @> ${point} ${sql.join(
          holes.map((hole) => sql`and not ${hole} @> ${point}`),
          sql` `,
        )})`;
      }),
    );
  }
  const flat = flattened(area);
  return sql<boolean>`(${flat.shape} <-> ${flat.point(longitude, latitude)} <= ${flat.reach})`;
}

/** Whether all of the grid cell of an obscured record lies in the area. No cell lies within 50 m of a line. */
function hasCell(area: PlaceArea): RawBuilder<boolean> {
  // The cell of `obscuredCell` around its centre.
  const halfWidth = sql`180 / greatest(1, round(3600 * cos(radians(o.public_latitude))))`;
  const corner = (x: 1 | -1, y: 1 | -1) =>
    [sql<number>`o.public_longitude + ${sql.lit(x)} * ${halfWidth}`, sql<number>`o.public_latitude + ${sql.lit(y * 0.05)}`] as const;
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] as const;
  if (area.geometry?.type === 'LineString') return sql<boolean>`false`;
  if (!area.geometry)
    return sql<boolean>`(${sql.join(
      corners.map((at) => hasPoint(area, ...at)),
      sql` and `,
    )})`;
  const { outer, holes, turns } = ringsOf(area.geometry.coordinates);
  return anyOf(
    turns.map((turn) => {
      const [[west, south], , [east, north]] = corners;
      const cell = sql`polygon(box(point(${turned(west, turn)}, ${south}), point(${turned(east, turn)}, ${north})))`;
      return sql<boolean>`(${outer} @> ${cell} ${sql.join(
        holes.map((hole) => sql`and not ${hole} && ${cell}`),
        sql` `,
      )})`;
    }),
  );
}

/** The rings of an area, which go on beyond the antimeridian, and the turns with which points may lie in them. */
function ringsOf(rings: Rings) {
  const unwrapped = unwrapRings(rings);
  const first = itemAt(unwrapped, 0);
  const [outer, ...holes] = [ringOf(first), ...unwrapped.slice(1).map(ringOf)];
  return { outer, holes, turns: turnsBetween(spanLongitudes(first)) };
}

const turned = (longitude: Degrees, turn: number): Degrees =>
  turn === 0 ? longitude : sql<number>`(${longitude} + ${sql.lit(360 * turn)})`;

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** A ring as a polygon of PostgreSQL, which closes it itself. */
function ringOf(ring: Line): RawBuilder<unknown> {
  return sql`${`(${ring.slice(0, -1).map(pairOf).join(',')})`}::polygon`;
}

const pairOf = ([x, y]: readonly [number, number]): string => `(${x},${y})`;

/** A point or line on a plane around it: degrees of longitude as wide as they are there, the short way around the globe. */
function flattened(area: PlaceArea): { shape: RawBuilder<unknown>; point: (x: Degrees, y: Degrees) => RawBuilder<unknown>; reach: number } {
  const line: readonly Position[] = area.geometry?.type === 'LineString' ? area.geometry.coordinates : [[area.longitude, area.latitude]];
  const { south, north } = boundPositions(line);
  const width = Math.max(1e-9, degreeWidth((south + north) / 2));
  const [from] = itemAt(line, 0);
  const flat = line.map(([x, y]) => pairOf([shortWay(x - from) * width, y]));
  return {
    shape: line.length > 1 ? sql`${`[${flat.join(',')}]`}::path` : sql`${flat[0]}::point`,
    point: (x, y) => {
      const away = sql`(${x} - ${from}::float8)`;
      return sql`point((${away} - 360 * round(${away} / 360)) * ${width}::float8, ${y})`;
    },
    reach: reachOf(area) / METRES_PER_DEGREE,
  };
}

function reachOf({ geometry, uncertainty_m }: PlaceArea): number {
  if (geometry) return geometry.type === 'Polygon' ? 0 : LINE_M;
  return Math.max(POINT_M, uncertainty_m ?? 0);
}

/** Around all that is at the place. West and east may lie beyond 180 degrees. */
function boxAround(area: PlaceArea): Box {
  const { geometry, latitude, longitude } = area;
  const line: Line = !geometry
    ? [[longitude, latitude]]
    : geometry.type === 'Polygon'
      ? unwrapRings(geometry.coordinates).flat()
      : unwrapLine(geometry.coordinates);
  return widenBox(boundPositions(line), reachOf(area));
}

interface Circle {
  latitude?: number | undefined;
  longitude?: number | undefined;
  radius_km?: number | undefined;
}

/** What `areaFilter` of the contract reads. */
export interface AreaQuery extends Circle {
  place_id?: string | undefined;
  polygon?: Line | undefined;
}

/** Whether a query is about an area, which only people who are logged in may ask for. */
export function hasArea({ place_id, latitude, longitude, radius_km, polygon }: AreaQuery): boolean {
  return [place_id, latitude, longitude, radius_km, polygon].some((value) => value !== undefined);
}

/** The circle of a query; undefined without one. 422 if only parts of it are given. */
export function readCircle({ latitude, longitude, radius_km }: Circle): PlaceArea | undefined {
  if (latitude === undefined && longitude === undefined && radius_km === undefined) return undefined;
  if (latitude === undefined) throw invalid('latitude', 'required');
  if (longitude === undefined) throw invalid('longitude', 'required');
  if (radius_km === undefined) throw invalid('radius_km', 'required');
  return areaAround({ latitude, longitude }, radius_km * 1000);
}
