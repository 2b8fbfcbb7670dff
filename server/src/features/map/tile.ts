import { POINT_ZOOM } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { isFiltered, type RecordFilter } from '../observations/record-filter.ts';
import { type TileAddress, tileBounds, tileRange } from './grid.ts';
import { obscuringRanges } from './obscuring.ts';
import { countDays, countPoints, ownPoints, presentEffort, presentTile } from './present.ts';
import { isComplete } from './pyramid.ts';
import { countRecords, listCells, listEffort, listOwnPlaces, listPoints } from './store.ts';

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
