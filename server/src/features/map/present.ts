import { mapKey } from '@veld/contract';
import { writeTile } from '@veld/geography';
import { cellSquare, keyPoint, type TileAddress, tileBounds, type TileRange } from './grid.ts';
import { obscuringRectangle } from './obscuring.ts';
import type { CellRow, EffortRow, OwnPlaceRow, PointRow } from './store.ts';

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

/** A vector tile of the person-days in each cell. */
export function presentEffort(range: TileRange, cells: readonly EffortRow[]): Uint8Array {
  const features = cells.map(({ cell, person_days }) => ({
    id: cell,
    at: cellSquare(range, cell),
    properties: { person_days, level: range.level },
  }));
  return writeTile([{ name: 'effort', features }]);
}

type OwnPoint = OwnPlaceRow & PointRow;

/** The caller's records that lie in the tile, as points. */
export function ownPoints(rows: readonly OwnPlaceRow[], { start, end }: TileRange): OwnPoint[] {
  return rows
    .map((row) => ({ ...row, map_key: mapKey(row.latitude, row.longitude) }))
    .filter(({ map_key }) => map_key >= start && map_key < end);
}

/** The days of one person's records in each cell. */
export function countDays(points: readonly OwnPoint[], { shift }: TileRange): EffortRow[] {
  const days = new Map<number, Set<string>>();
  for (const { day, map_key } of points) {
    if (day === null) continue;
    const cell = Math.floor(map_key / 2 ** shift);
    days.set(cell, (days.get(cell) ?? new Set()).add(day));
  }
  return [...days].toSorted(([a], [b]) => a - b).map(([cell, { size }]) => ({ cell, person_days: size }));
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
