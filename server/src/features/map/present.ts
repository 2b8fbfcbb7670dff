import { mapKey } from '@veld/contract';
import { cellSquare, keyPoint, type TileAddress, tileBounds, type TileRange } from './grid.ts';
import { obscuringRectangle } from './obscuring.ts';
import type { CellRow, OwnPlaceRow, PointRow } from './store.ts';
import { writeTile } from './vector-tile.ts';

/** A vector tile. An obscured record is only ever its cell of the obscuring grid (decision 0016). */
export function presentTile(
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

/** The caller's records that lie in the tile, as points. */
export function ownPoints(rows: readonly OwnPlaceRow[], { start, end }: TileRange): PointRow[] {
  return rows
    .map(({ latitude, longitude, ...row }) => ({ ...row, map_key: mapKey(latitude, longitude) }))
    .filter(({ map_key }) => map_key >= start && map_key < end);
}

/** Points counted by cell. */
export function countPoints(points: readonly PointRow[], { shift }: TileRange): CellRow[] {
  const counts = new Map<number, number>();
  for (const { map_key } of points) {
    const cell = Math.floor(map_key / 2 ** shift);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a - b).map(([cell, records]) => ({ is_obscured: false, cell, records }));
}
