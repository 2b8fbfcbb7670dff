import type { Box } from '@veld/geometry';
import { type EmbedCell, MAX_EMBED_CELLS, obscuredCell } from '@veld/contract';
import { axes, KEY_BITS, placeOfKey, tileBounds } from './grid.ts';

/** Squares of about 10 km at the equator and 6 km in the middle of Europe, as bits per axis. */
export const SQUARE_LEVEL = 12;
/** What a `map_key` is shifted by to the right for its square. */
export const computeShift = (level: number): number => 2 * (KEY_BITS - level);

/** Records in a square of `map_key`s, or, if `is_obscured`, in the cell of the obscuring grid whose centre has the key `cell`. */
export interface SquareRow {
  is_obscured: boolean;
  cell: number;
  records: number;
}

/**
 * The squares of a map, whose rows are of a level. A record that hides its place is only ever its cell of the obscuring grid, or in a
 * square of more than its size.
 */
export function presentSquares(rows: readonly SquareRow[], level = SQUARE_LEVEL): EmbedCell[] {
  if (rows.length <= MAX_EMBED_CELLS)
    return rows.map(({ is_obscured, cell, records }) => ({ ...boundsOf(cell, is_obscured, level), records, is_obscured }));
  for (let larger = Math.min(level, SQUARE_LEVEL) - 2; ; larger--) {
    const counts = countBySquare(rows, level, larger);
    if (counts.size > MAX_EMBED_CELLS) continue;
    return [...counts]
      .toSorted(([one], [other]) => one - other)
      .map(([square, records]) => ({ ...squareOf(square, larger), records, is_obscured: false }));
  }
}

/** The records in larger squares. An obscured one is in that of the centre of its cell. */
function countBySquare(rows: readonly SquareRow[], level: number, larger: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { is_obscured, cell, records } of rows) {
    const square = Math.floor(cell / 2 ** (is_obscured ? computeShift(larger) : 2 * (level - larger)));
    counts.set(square, (counts.get(square) ?? 0) + records);
  }
  return counts;
}

function boundsOf(cell: number, isObscured: boolean, level: number): Box {
  if (!isObscured) return squareOf(cell, level);
  const { latitude, longitude } = placeOfKey(cell);
  const { west, south, east, north } = obscuredCell(latitude, longitude);
  return { west, south, east, north };
}

function squareOf(square: number, level: number): Box {
  const [x, y] = axes(square, level);
  const { west, south, east, north } = tileBounds({ z: level, x, y });
  return { west: rounded(west), south: rounded(south), east: rounded(east), north: rounded(north) };
}

const rounded = (degrees: number) => Number(degrees.toFixed(5));
