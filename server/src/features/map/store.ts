import { type DayRange, OBSCURED_ZOOM, type TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/absence.ts';
import type { Db } from '../../db/open.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import { IS_ON_MAP, MAP_ENTRY } from '../observations/map-changes.ts';
import { liesInDays } from '../observations/store.ts';
import { type Bounds, KEY_BITS, type TileAddress, type TileRange } from './grid.ts';
import { TODAY } from './pyramid.ts';

export interface Filter {
  /** With all taxa below it. */
  taxonId?: number | undefined;
  group?: TaxonGroup | undefined;
  days?: DayRange | null | undefined;
  quality?: 'casual' | 'needs_id' | 'confirmed' | undefined;
  hasPhotos?: boolean | undefined;
  userId?: string | undefined;
}

/** A cell of the tile, or, if `is_obscured`, the `map_key` of the centre of a cell of the obscuring grid. */
export interface CellRow {
  is_obscured: boolean;
  cell: number;
  records: number;
}

export interface PointRow {
  id: string;
  map_key: number;
  taxon_id: number | null;
  taxon_group: string | null;
}

/** What to count: a tile, its range, and the cells of the obscuring grid in it. */
export interface Area {
  tile: TileAddress;
  range: TileRange;
  obscuring: readonly number[];
}

const inRange = (column: RawBuilder<unknown>, { start, end }: TileRange) =>
  sql<boolean>`${column} >= ${start}::bigint and ${column} < ${end}::bigint`;

/** What is not in `map_cells`. Records of accounts that will be erased stay there until then. */
export const CHANGES = sql`(
  select map_key, is_obscured, shown_on, records from map_changes
  union all select ${MAP_ENTRY}, -1 from observations o join users u on u.id = o.user_id
  where u.erase_after is not null and u.erased_at is null and o.map_pending is null and ${IS_ON_MAP}
)`;

/** The public records of a tile from the counts of its cells and the changes since, read in one statement. */
export async function listCells(db: Db, { tile, range, obscuring }: Area): Promise<CellRow[]> {
  const first = range.start / 2 ** range.shift;
  const cells = { ...range, start: first, end: range.end / 2 ** range.shift };
  const counted = (
    columns: RawBuilder<unknown>,
    cellWhere: RawBuilder<boolean>,
    changeCell: RawBuilder<unknown>,
    where: RawBuilder<boolean>,
  ) => sql`
    select ${columns}, cell, records from map_cells where ${cellWhere}
    union all select ${columns}, ${changeCell}, records from ${CHANGES} changes where shown_on <= ${TODAY} and ${where}`;
  const key = sql`map_key`;
  const isFine = tile.z >= OBSCURED_ZOOM;
  const open = counted(
    sql`false as is_obscured`,
    sql`level = ${range.level} and ${inRange(sql`cell`, cells)} ${isFine ? sql`and not is_obscured` : sql``}`,
    sql`map_key >> ${range.shift}::integer`,
    sql`${inRange(key, range)} ${isFine ? sql`and not is_obscured` : sql``}`,
  );
  const obscured = counted(
    sql`true as is_obscured`,
    sql`level = ${sql.lit(KEY_BITS)} and is_obscured and cell = any(${[...obscuring]}::bigint[])`,
    key,
    sql`is_obscured and map_key = any(${[...obscuring]}::bigint[])`,
  );
  const { rows } = await sql<CellRow>`
    select is_obscured, cell, sum(records)::integer as records from (${isFine ? sql`${open} union all ${obscured}` : open}) counts
    group by is_obscured, cell having sum(records) > 0 order by is_obscured, cell
  `.execute(db);
  return rows;
}

/** As `listCells`, from the records themselves. Without `isOpenCounted`, only those that are obscured. */
export async function countRecords(db: Db, { tile, range, obscuring }: Area, filter: Filter, isOpenCounted: boolean): Promise<CellRow[]> {
  const where = sql`${IS_LISTED} and not ${IS_ABSENCE} and ${matches(filter, false)}`;
  const from = sql`from observations o join users u on u.id = o.user_id`;
  const isFine = tile.z >= OBSCURED_ZOOM;
  const parts: RawBuilder<unknown>[] = [];
  if (isOpenCounted)
    parts.push(sql`
      select false as is_obscured, o.map_key >> ${range.shift}::integer as cell, count(*)::integer as records ${from}
      where ${inRange(sql`o.map_key`, range)} and ${where} ${isFine ? sql`and o.geoprivacy = 'open'` : sql``} group by 2`);
  if (isFine)
    parts.push(sql`
      select true as is_obscured, o.map_key as cell, count(*)::integer as records ${from}
      where o.map_key = any(${[...obscuring]}::bigint[]) and o.geoprivacy = 'obscured' and ${where} group by 2`);
  const { rows } = await sql<CellRow>`${sql.join(parts, sql` union all `)} order by is_obscured, cell`.execute(db);
  return rows;
}

/** The records with an open place in a range, at most `limit`. */
export async function listPoints(db: Db, range: TileRange, filter: Filter, limit: number): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    select o.id, o.map_key, o.taxon_id, t.taxon_group
    from observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id
    where ${inRange(sql`o.map_key`, range)} and o.geoprivacy = 'open' and ${IS_LISTED} and not ${IS_ABSENCE} and ${matches(filter, false)}
    order by o.map_key, o.id limit ${limit}
  `.execute(db);
  return rows;
}

export interface OwnPlaceRow extends Omit<PointRow, 'map_key'> {
  latitude: number;
  longitude: number;
}

/** The true places of a person's own records. For that person alone. */
export async function listOwnPlaces(db: Db, userId: string, { west, east, south, north }: Bounds, filter: Filter): Promise<OwnPlaceRow[]> {
  const { rows } = await sql<OwnPlaceRow>`
    select o.id, o.latitude, o.longitude, o.taxon_id, t.taxon_group
    from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = ${userId} and o.deleted_at is null and not ${IS_ABSENCE} and ${matches(filter, true)}
      and o.latitude between ${south} and ${north} and o.longitude between ${west} and ${east}
    order by o.id
  `.execute(db);
  return rows;
}

/** Whether the record `o` passes the filter. */
export function matches({ taxonId, group, days, quality, hasPhotos, userId }: Filter, isOwn: boolean): RawBuilder<boolean> {
  const where: RawBuilder<unknown>[] = [sql`true`];
  if (taxonId)
    where.push(sql`o.taxon_id in (
      with recursive below as (
        select ${taxonId}::integer as id union select t.id from taxa t join below on t.parent_id = below.id
      ) select id from below
    )`);
  if (group) where.push(sql`exists (select 1 from taxa g where g.id = o.taxon_id and g.taxon_group = ${group})`);
  if (days) where.push(liesInDays(days, isOwn));
  if (quality) where.push(sql`o.quality = ${quality}`);
  if (userId) where.push(sql`o.user_id = ${userId}`);
  // Others see only photos whose bytes the server has.
  if (hasPhotos)
    where.push(sql`exists (
      select 1 from observation_media om
      ${isOwn ? sql`` : sql`join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256`}
      where om.observation_id = o.id
    )`);
  return sql<boolean>`${sql.join(where, sql` and `)}`;
}
