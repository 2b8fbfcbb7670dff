import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RECORD_GRID_ZOOM } from '@veld/contract';
import { type CoverableArea, type Feature, type TileAddress, tilesIn, writeTile } from '@veld/geography';
import type { Db } from '../../../db/open.ts';
import type { KeyRange } from '../../map/boxes.ts';
import { cellSquare, KEY_BITS, tileRange, zOrder } from '../../map/grid.ts';
import { listSquares, type RecordReader, type SquareRow } from './records-store.ts';

const MAX_TILES = 100_000;

/** The tiles with squares of records; null if there are too many. */
export function recordTilesIn(area: CoverableArea, { min_zoom, max_zoom }: { min_zoom: number; max_zoom: number }): TileAddress[] | null {
  const [minZoom, maxZoom] = [Math.min(min_zoom, RECORD_GRID_ZOOM), Math.min(max_zoom, RECORD_GRID_ZOOM)];
  return tilesIn(area, { minZoom, maxZoom, limit: MAX_TILES });
}

/** The ranges of `map_key` of the smallest tiles that cover an area, so that no tile has records from outside of them. */
export function listTileRanges(tiles: readonly TileAddress[]): KeyRange[] {
  const last = tiles.reduce((zoom, { z }) => Math.max(zoom, z), 0);
  const size = 4 ** (KEY_BITS - last);
  const orders = tiles.filter(({ z }) => z === last).map(({ z, x, y }) => zOrder(x, y, z));
  const ranges: KeyRange[] = [];
  for (const order of orders.toSorted((one, other) => one - other)) {
    const [start, end] = [order * size, (order + 1) * size];
    const before = ranges.at(-1);
    if (before?.end === start) before.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}

/** The layer of squares with all records. Those of chosen groups have one layer for each, with its name. */
const ALL = 'cells';

/** What a tile can have, for the metadata of the archive. */
export function recordLayers(groups: RecordReader['groups']): { id: string; fields: Record<string, string> }[] {
  return (groups ?? [ALL]).map((id) => ({ id, fields: { records: 'Number', species: 'Number', level: 'Number' } }));
}

/**
 * A gzipped vector tile of the open records in an area, counted in 64 by 64 squares; null if it has none. Records that hide their place
 * are never part of it: a pack stays as it is when somebody hides more.
 */
export async function recordTile(db: Db, tile: TileAddress, within: readonly KeyRange[], reader: RecordReader): Promise<Uint8Array | null> {
  const range = tileRange(tile);
  const ranges = within
    .filter(({ start, end }) => start < range.end && end > range.start)
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }));
  const squares = ranges.length === 0 ? [] : await listSquares(db, ranges, range.shift, reader);
  if (squares.length === 0) return null;
  const layers = Map.groupBy(squares, ({ taxon_group }) => taxon_group ?? ALL);
  const featureOf = ({ cell, records, species }: SquareRow): Feature => ({
    id: cell,
    at: cellSquare(range, cell),
    properties: { records, species, level: range.level },
  });
  return promisify(gzip)(writeTile([...layers].map(([name, rows]) => ({ name, features: rows.map(featureOf) }))));
}
