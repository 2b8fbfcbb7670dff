import { createHash } from 'node:crypto';
import type { Language, PublicPlace } from '@veld/contract';
import {
  boundPositions,
  type Line,
  measureArea,
  measureFlatArea,
  pointAt,
  type Position,
  type Rings,
  unwrapRings,
  wrapLongitude,
} from '@veld/geometry';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { isUnblocked } from '../../db/visibility.ts';
import { Fault } from '../../http/fault.ts';
import type { PlaceArea } from './place-area.ts';
import { cutIntoCells, type PlaceCell } from './place-cells.ts';
import { simplifyBoundary } from './shown-boundary.ts';

export type PublicPlaceRow = Selectable<Tables['public_places']>;

/** A place to be written. */
export interface PlaceToWrite {
  id: string;
  from: { owner: string; savedPlace: string } | { source: string; key: string };
  kind: PublicPlace['kind'];
  name: string;
  names: Partial<Record<Language, string>>;
  text: string;
  attribution: string;
  polygons: readonly Rings[];
  /** A point in it, where one was chosen. */
  point?: { latitude: number; longitude: number };
}

/** Without accents, in lower case, so that people find a name as they type it. */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What others see of the place `p` of the person `u`, who is null for places of the operator. */
export function isPlaceShownTo(callerId: string): RawBuilder<boolean> {
  return sql<boolean>`(p.hidden_at is null and (p.owner_id is null or (
    u.erase_after is null and u.deleted_at is null and ${isUnblocked(sql`p.owner_id`, callerId)})))`;
}

/** 404 for a place that the caller does not see. */
export async function requirePublicPlace(db: Db, id: string, callerId: string): Promise<string> {
  const { rows } = await sql`
    select 1 from public_places p left join users u on u.id = p.owner_id where p.id = ${id} and ${isPlaceShownTo(callerId)}
  `.execute(db);
  if (rows.length === 0) throw new Fault('not_found');
  return id;
}

/** Whether a point in the square of the piece `c` of a place lies in the place. */
export function isInPiece(longitude: RawBuilder<unknown>, latitude: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(c.rings is null or (select count(*) % 2 = 1 from unnest(c.rings) ring where ring @> point(${longitude}, ${latitude})))`;
}

const CIRCLE_CORNERS = 48;
/** A point without a larger uncertainty, as `isAtPlace` has it. */
const POINT_M = 100;

/** The polygons of the area of a saved place, of which a point is a circle; null for a line, which has no area. */
export function outlineArea({ geometry, latitude, longitude, uncertainty_m }: Omit<PlaceArea, 'id'>): Rings[] | null {
  if (geometry) return geometry.type === 'Polygon' ? [geometry.coordinates] : null;
  const metres = Math.max(POINT_M, uncertainty_m ?? 0);
  const ring = Array.from({ length: CIRCLE_CORNERS + 1 }, (_, at): Position => {
    const corner = pointAt({ latitude, longitude }, metres, (360 * (at % CIRCLE_CORNERS)) / CIRCLE_CORNERS);
    return [corner.longitude, corner.latitude];
  });
  return [[ring]];
}

/** Adds a place or replaces it, its pieces only if its shape changed. */
export async function upsertPublicPlace(tx: Tx, place: PlaceToWrite, now: Date): Promise<void> {
  const { id, from, kind, name, names, text, attribution, polygons } = place;
  const unwrapped = polygons.map((rings) => unwrapRings(rings));
  const shape = JSON.stringify(unwrapped);
  const shape_hash = createHash('sha256').update(shape).digest('base64url').slice(0, 22);
  const known = await tx.selectFrom('public_places').select(['shape_hash']).where('id', '=', id).executeTakeFirst();
  const words = {
    kind,
    name,
    names: JSON.stringify(names),
    search: foldName([name, ...Object.values(names)].join('\n')),
    text,
    attribution,
    updated_at: now,
  };
  if (known?.shape_hash === shape_hash) {
    await tx.updateTable('public_places').set(words).where('id', '=', id).execute();
    return;
  }
  const cells = cutIntoCells(polygons);
  const point = place.point ?? pointIn(cells, unwrapped);
  const row = {
    ...words,
    polygons: JSON.stringify(simplifyBoundary(unwrapped)),
    shape_hash,
    ...point,
    area_m2: polygons.reduce((sum, rings) => sum + measureArea(rings), 0),
  };
  const source =
    'owner' in from ? { owner_id: from.owner, saved_place_id: from.savedPlace } : { source: from.source, source_key: from.key };
  await tx
    .insertInto('public_places')
    .values({ id, ...source, ...row, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await replaceCells(tx, id, cells);
}

/** The middle of the largest piece that lies in the place as a whole, else a corner. */
function pointIn(cells: readonly PlaceCell[], polygons: readonly Rings[]): { latitude: number; longitude: number } {
  let best: { size: number; latitude: number; longitude: number } | null = null;
  for (const { isHidden, bounds, rings } of cells) {
    if (isHidden) continue;
    const sizeOf = ({ west, south, east, north }: typeof bounds) => (east - west) * (north - south);
    const [ring] = rings ?? [];
    const size = ring ? measureFlatArea(ring) / 4 : sizeOf(bounds);
    const { west, south, east, north } = ring ? boundPositions(ring) : bounds;
    if (best === null || size > best.size) best = { size, latitude: (south + north) / 2, longitude: (west + east) / 2 };
  }
  const [corner = [0, 0]] = polygons[0]?.[0] ?? [];
  return best ? { latitude: best.latitude, longitude: best.longitude } : { latitude: corner[1], longitude: wrapLongitude(corner[0]) };
}

async function replaceCells(tx: Tx, placeId: string, cells: readonly PlaceCell[]): Promise<void> {
  await tx.deleteFrom('public_place_cells').where('place_id', '=', placeId).execute();
  const asText = (ring: Line) =>
    `"(${ring
      .slice(0, -1)
      .map(([x, y]) => `(${x},${y})`)
      .join(',')})"`;
  await sql`
    insert into public_place_cells (place_id, key_from, key_to, is_hidden, bounds, rings)
    select ${placeId}::uuid, key_from, key_to, is_hidden, bounds::box, rings::polygon[] from unnest(
      ${cells.map(({ keyFrom }) => keyFrom)}::bigint[], ${cells.map(({ keyTo }) => keyTo)}::bigint[],
      ${cells.map(({ isHidden }) => isHidden)}::boolean[],
      ${cells.map(({ bounds: { west, south, east, north } }) => `(${east},${north}),(${west},${south})`)}::text[],
      ${cells.map(({ rings }) => rings && `{${rings.map(asText).join(',')}}`)}::text[]
    ) as cell (key_from, key_to, is_hidden, bounds, rings)
  `.execute(tx);
}

/** Takes back what a person made public of a saved place. */
export async function removeOpenPlace(tx: Tx, ownerId: string, savedPlaceId: string): Promise<void> {
  await tx.deleteFrom('public_places').where('owner_id', '=', ownerId).where('saved_place_id', '=', savedPlaceId).execute();
}

export async function removePublicPlaces(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('public_places').where('owner_id', '=', ownerId).execute();
}

/** Removes the places of a source that have other keys. Returns how many there were. */
export async function removePlacesExcept(tx: Tx, source: string, kept: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from public_places where source = ${source} and source_key <> all(${[...kept]}::text[]) returning 1`.execute(tx);
  return rows.length;
}

/** Removes the places of a source, or takes the page of a person's place off by its id. Returns how many pages are gone. */
export async function takeOffPlaces(db: Db, name: string, now: Date): Promise<number> {
  const { rows } = await sql`delete from public_places where source = ${name} returning 1`.execute(db);
  if (rows.length > 0) return rows.length;
  // It stays, so that it does not come back with the next change of the saved place.
  const { rows: hidden } = await sql`
    update public_places set hidden_at = ${now} where id::text = ${name} and owner_id is not null and hidden_at is null returning 1`.execute(
    db,
  );
  return hidden.length;
}
