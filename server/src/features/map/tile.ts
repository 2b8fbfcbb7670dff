import { POINT_ZOOM, mapKey } from '@veld/contract';
import { writeTile } from '@veld/geography';
import type { Context } from '../../http/context.ts';
import { isFiltered, type RecordFilter } from '../observations/filter/record-filter.ts';
import { type TileAddress, tileBounds, tileRange, cellSquare, keyPoint, type TileRange } from './grid.ts';
import { obscuringRanges, obscuringRectangle } from './obscuring.ts';
import { isComplete } from './pyramid.ts';
import {
  countRecords,
  listCells,
  listEffort,
  listOwnPlaces,
  listPoints,
  type CellRow,
  type EffortRow,
  type OwnPlaceRow,
  type PointRow,
} from './store.ts';

/** Limit of points in a tile; one with more has cells. */
const MAX_POINTS = 2000;

/** A tile of the records that everyone may find. */
export async function publicTile({ readDb: db }: Pick<Context, 'readDb'>, tile: TileAddress, filter: RecordFilter): Promise<Uint8Array> {
  const range = tileRange(tile);
  const area = { tile, range, obscuring: obscuringRanges(tile) };
  const present = (content: Parameters<typeof presentTile>[2]) => presentTile(tile, range, content);
  if (tile.z < POINT_ZOOM) {
    const isCounted = !isFiltered(filter) && (await isComplete(db));
    return present({ cells: await (isCounted ? listCells(db, area, filter.viewerId) : countRecords(db, area, filter)), points: [] });
  }
  const { points, cells } = await listPoints(db, area, filter, MAX_POINTS + 1);
  return present(points.length > MAX_POINTS ? { cells: await countRecords(db, area, filter), points: [] } : { cells, points });
}

/** A tile of the person-days behind the open records. */
export async function effortTile({ readDb }: Pick<Context, 'readDb'>, tile: TileAddress, filter: RecordFilter): Promise<Uint8Array> {
  const range = tileRange(tile);
  return presentEffort(range, await listEffort(readDb, range, filter));
}

/** A tile of the caller's own records, or of the days on which they were made, at their true places. */
export async function ownTile(
  { readDb: db }: Pick<Context, 'readDb'>,
  tile: TileAddress,
  userId: string,
  filter: RecordFilter,
  isEffort = false,
): Promise<Uint8Array> {
  const range = tileRange(tile);
  const all = ownPoints(await listOwnPlaces(db, userId, tileBounds(tile), { ...filter, userId }), range);
  if (isEffort) return presentEffort(range, countDays(all, range));
  const points = all.filter(({ is_absence }) => !is_absence);
  const isPoints = tile.z >= POINT_ZOOM && points.length <= MAX_POINTS;
  return presentTile(tile, range, isPoints ? { cells: [], points } : { cells: countPoints(points, range), points: [] });
}

/** A vector tile. An obscured record is only ever its cell of the obscuring grid (decision 0016). */
function presentTile(
  tile: TileAddress,
  range: TileRange,
  { cells, points }: { cells: readonly CellRow[]; points: readonly PointRow[] },
): Uint8Array {
  const bounds = tileBounds(tile);
  return writeTile([
    {
      name: 'cells',
      features: cells
        .filter((row) => !row.is_obscured)
        .map(({ cell, records }) => ({ id: cell, at: cellSquare(range, cell), properties: { records, level: range.level } })),
    },
    {
      name: 'obscured',
      features: cells
        .filter((row) => row.is_obscured)
        .flatMap(({ cell, records }) => {
          const at = obscuringRectangle(tile, bounds, cell);
          return at ? [{ id: cell, at, properties: { records } }] : [];
        }),
    },
    {
      name: 'points',
      features: points.map(({ id, map_key, taxon_id, taxon_group }) => ({
        at: keyPoint(tile, range, map_key),
        properties: { id, taxon_id, group: taxon_group },
      })),
    },
  ]);
}

/** A vector tile of the person-days in each cell. */
function presentEffort(range: TileRange, cells: readonly EffortRow[]): Uint8Array {
  const features = cells.map(({ cell, person_days }) => ({
    id: cell,
    at: cellSquare(range, cell),
    properties: { person_days, level: range.level },
  }));
  return writeTile([{ name: 'effort', features }]);
}

type OwnPoint = OwnPlaceRow & PointRow;

/** The caller's records that lie in the tile, as points. */
function ownPoints(rows: readonly OwnPlaceRow[], { start, end }: TileRange): OwnPoint[] {
  return rows
    .map((row) => ({ ...row, map_key: mapKey(row.latitude, row.longitude) }))
    .filter(({ map_key }) => map_key >= start && map_key < end);
}

/** The days of one person's records in each cell. */
function countDays(points: readonly OwnPoint[], { shift }: TileRange): EffortRow[] {
  const days = new Map<number, Set<string>>();
  for (const { day, map_key } of points) {
    if (day === null) continue;
    const cell = Math.floor(map_key / 2 ** shift);
    days.set(cell, (days.get(cell) ?? new Set()).add(day));
  }
  return [...days].toSorted(([a], [b]) => a - b).map(([cell, { size }]) => ({ cell, person_days: size }));
}

/** Points counted by cell. */
function countPoints(points: readonly PointRow[], { shift }: TileRange): CellRow[] {
  const counts = new Map<number, number>();
  for (const { map_key } of points) {
    const cell = Math.floor(map_key / 2 ** shift);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a - b).map(([cell, records]) => ({ is_obscured: false, cell, records }));
}
