import { OBSCURED_ZOOM } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { blockedFor, IS_LISTED } from '../../db/visibility.ts';
import { IS_ON_MAP, MAP_ENTRY } from '../observations/map-changes.ts';
import { matches, type RecordFilter } from '../observations/filter/record-filter.ts';
import type { KeyRange } from './boxes.ts';
import { SINGLE_ZOOM } from './obscuring.ts';
import type { Box } from '@veld/geometry';
import { KEY_BITS, type TileAddress, type TileRange } from './grid.ts';
import { TODAY } from './pyramid.ts';

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

/** A tile with its range, and the ranges in which to look for obscured records whose cells overlap it. */
export interface Area {
  tile: TileAddress;
  range: TileRange;
  obscuring: readonly KeyRange[];
}

/** The ranges of keys as rows. A lateral subquery for each makes PostgreSQL look up each range in the index instead of reading all cells per range. */
const rangesOf = (ranges: readonly KeyRange[]) => sql`
  unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)`;

const inRange = (column: RawBuilder<unknown>, { start, end }: KeyRange) =>
  sql<boolean>`${column} >= ${start}::bigint and ${column} < ${end}::bigint`;

/**
 * What tiles add to `map_cells`: changes not applied yet, and minus one for each record of an account that will be erased, or of somebody
 * that the viewer must not see.
 */
export function changesFor(viewerId: string | undefined): RawBuilder<unknown> {
  return sql`(
    select map_key, is_obscured, shown_on, records from map_changes
    union all select ${MAP_ENTRY}, -1 from observations o join users u on u.id = o.user_id
    where u.erase_after is not null and u.erased_at is null and o.map_pending is null and ${IS_ON_MAP}
    ${viewerId === undefined ? sql`` : sql`union all ${recordsUnseenBy(viewerId)}`}
  )`;
}

/** Minus one for each record of people that are hidden from the viewer. */
const recordsUnseenBy = (viewerId: string) => sql`
  select ${MAP_ENTRY}, -1 from ${blockedFor(viewerId)} blocked join users u on u.id = blocked.id
  cross join lateral (select * from observations where user_id = u.id and map_pending is null offset 0) o
  where u.erase_after is null and ${IS_ON_MAP}`;

/** The public records of a tile by cell, from the counts and the changes not applied yet, read in one statement. */
export async function listCells(db: Db, { tile, range, obscuring }: Area, viewerId?: string): Promise<CellRow[]> {
  const cells = { start: range.start / 2 ** range.shift, end: range.end / 2 ** range.shift };
  const isFine = tile.z >= OBSCURED_ZOOM;
  const open = isFine ? sql`and not is_obscured` : sql``;
  const changes = (where: RawBuilder<unknown>) => sql`from ${changesFor(viewerId)} changes where shown_on <= ${TODAY} and ${where}`;
  const parts = [
    sql`select false as is_obscured, cell, records from map_cells where level = ${range.level} and ${inRange(sql`cell`, cells)} ${open}`,
    sql`select false, map_key >> ${range.shift}::integer, records ${changes(sql`${inRange(sql`map_key`, range)} ${open}`)}`,
  ];
  if (isFine)
    parts.push(
      sql`select true, c.cell, c.records from ${rangesOf(obscuring)} cross join lateral (
        select cell, records from map_cells
        where level = ${sql.lit(KEY_BITS)} and is_obscured and cell >= r.first and cell < r.past offset 0
      ) c`,
      sql`select true, map_key, records ${changes(sql`is_obscured and exists (
        select 1 from ${rangesOf(obscuring)} where map_key >= r.first and map_key < r.past
      )`)}`,
    );
  const { rows } = await sql<CellRow>`
    select is_obscured, cell, sum(records)::integer as records from (${sql.join(parts, sql` union all `)}) counts
    group by is_obscured, cell having sum(records) > 0 order by is_obscured, cell
  `.execute(db);
  return rows;
}

/** As `listCells`, but counted from the records themselves. */
export async function countRecords(db: Db, area: Area, filter: RecordFilter): Promise<CellRow[]> {
  const { tile, range, obscuring } = area;
  const isFine = tile.z >= OBSCURED_ZOOM;
  if (isFine && tile.z < SINGLE_ZOOM) return countInOnePass(db, area, filter);
  const open = sql`
    select false as is_obscured, o.map_key >> ${range.shift}::integer as cell, count(*)::integer as records ${FROM}
    where ${inRange(sql`o.map_key`, range)} and ${isFound(filter)} ${isFine ? sql`and o.geoprivacy = 'open'` : sql``} group by 2`;
  const { rows } = await sql<CellRow>`
    ${isFine ? sql`${open} union all select true, map_key, records from (${obscuredCells(obscuring, filter)}) obscured` : open}
    order by is_obscured, cell
  `.execute(db);
  return rows;
}

/** Counts open and obscured records in one pass, at zooms where the ranges of obscured records include all of the tile. */
async function countInOnePass(db: Db, { range, obscuring }: Area, filter: RecordFilter): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    select is_obscured, cell, count(*)::integer as records from ${rangesOf(obscuring)} cross join lateral (
      select o.geoprivacy <> 'open' as is_obscured, case when o.geoprivacy = 'open' then o.map_key >> ${range.shift}::integer else o.map_key end as cell
      ${FROM} where o.map_key >= r.first and o.map_key < r.past and (o.geoprivacy <> 'open' or ${inRange(sql`o.map_key`, range)})
        and ${isFound(filter)} offset 0
    ) found group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

export interface EffortRow {
  cell: number;
  person_days: number;
}

/**
 * On how many different days each person recorded something in the cells of a tile, also in vain. Of open records only, because the day
 * of hidden ones is not public.
 */
export async function listEffort(db: Db, range: TileRange, filter: RecordFilter): Promise<EffortRow[]> {
  const { rows } = await sql<EffortRow>`
    select cell, count(*)::integer as person_days from (
      select distinct o.map_key >> ${range.shift}::integer as cell, o.user_id, o.observed_from ${FROM}
      where ${inRange(sql`o.map_key`, range)} and o.geoprivacy = 'open' and o.observed_from = o.observed_to
        and ${IS_LISTED} and ${matches(filter, false)}
    ) days group by cell order by cell
  `.execute(db);
  return rows;
}

/** The open records in a tile, at most `limit`, and the counts of obscured ones, in one statement. */
export async function listPoints(
  db: Db,
  { range, obscuring }: Area,
  filter: RecordFilter,
  limit: number,
): Promise<{ points: PointRow[]; cells: CellRow[] }> {
  const { rows } = await sql<PointRow & { records: number | null }>`
    select * from (
      select o.id, o.map_key, o.taxon_id, t.taxon_group, null::integer as records ${FROM} left join taxa t on t.id = o.taxon_id
      where ${inRange(sql`o.map_key`, range)} and o.geoprivacy = 'open' and ${isFound(filter)}
      order by o.map_key, o.id limit ${limit}
    ) points union all select null, map_key, null, null, records from (${obscuredCells(obscuring, filter)}) obscured
    order by map_key, id
  `.execute(db);
  return {
    points: rows.filter(({ records }) => records === null),
    cells: rows.flatMap(({ map_key, records }) => (records === null ? [] : [{ is_obscured: true, cell: map_key, records }])),
  };
}

const FROM = sql`from observations o join users u on u.id = o.user_id`;

const isFound = (filter: RecordFilter) => sql`${IS_LISTED} and not ${IS_ABSENCE} and ${matches(filter, false)}`;

/** The obscured records in the ranges, counted by `map_key`. */
const obscuredCells = (ranges: readonly KeyRange[], filter: RecordFilter) => sql`
  select found.map_key, count(*)::integer as records from ${rangesOf(ranges)} cross join lateral (
    select o.map_key ${FROM}
    where o.map_key >= r.first and o.map_key < r.past and o.geoprivacy = 'obscured' and ${isFound(filter)} offset 0
  ) found group by 1`;

export interface OwnPlaceRow extends Omit<PointRow, 'map_key'> {
  latitude: number;
  longitude: number;
  /** The day of the record; null if it is not of one day. */
  day: string | null;
  is_absence: boolean;
}

/** The true places of a person's own records. For that person alone. */
export async function listOwnPlaces(
  db: Db,
  userId: string,
  { west, east, south, north }: Box,
  filter: RecordFilter,
): Promise<OwnPlaceRow[]> {
  const { rows } = await sql<OwnPlaceRow>`
    select o.id, o.latitude, o.longitude, o.taxon_id, t.taxon_group, ${IS_ABSENCE} as is_absence,
      case when o.observed_from = o.observed_to then o.observed_from end as day
    from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = ${userId} and o.deleted_at is null and ${matches(filter, true)}
      and o.latitude between ${south} and ${north} and o.longitude between ${west} and ${east}
    order by o.id
  `.execute(db);
  return rows;
}
