import { mapKey } from '@veld/contract';
import type { Box } from '@veld/geometry';
import { axes, KEY_BITS, zOrder } from './grid.ts';
import { FIRST_LEVEL } from './pyramid.ts';

/** Number of cells along the longer side of a box. */
const SIDE_CELLS = 24;

/** Keys from `start` up to, but not including, `end`. */
export interface KeyRange {
  start: number;
  end: number;
}

/** A box as whole cells of one level, in ranges that are contiguous in z-order. */
export interface BoxCells {
  level: number;
  cells: KeyRange[];
}

/**
 * The cells that overlap a box, about `sideCells` along its longer side. West is greater than east if the box crosses the antimeridian.
 * Latitudes beyond the map are moved to its edge.
 */
export function boxCells({ west, east, south, north }: Box, sideCells = SIDE_CELLS): BoxCells {
  const [left, top] = axes(mapKey(north, west), KEY_BITS);
  const [right, bottom] = axes(mapKey(south, east), KEY_BITS);
  const side = 2 ** KEY_BITS;
  const across = west > east ? right + side - left : right - left;
  const span = Math.max(across, bottom - top, 1);
  const level = Math.max(FIRST_LEVEL, Math.min(KEY_BITS, Math.floor(Math.log2((sideCells * side) / span))));
  const cell = (value: number) => Math.floor(value / 2 ** (KEY_BITS - level));
  const columns = Math.min(cell(left + across) - cell(left) + 1, 2 ** level);
  const orders: number[] = [];
  for (let row = cell(top); row <= cell(bottom); row++)
    for (let column = 0; column < columns; column++) orders.push(zOrder(cell(left) + column, row, level));
  return { level, cells: runs(orders.toSorted((one, other) => one - other)) };
}

/** The ranges of `map_key` of the cells. */
export function listBoxRanges({ level, cells }: BoxCells): KeyRange[] {
  const size = 4 ** (KEY_BITS - level);
  return cells.map(({ start, end }) => ({ start: start * size, end: end * size }));
}

function runs(orders: readonly number[]): KeyRange[] {
  const found: KeyRange[] = [];
  for (const order of orders) {
    const last = found.at(-1);
    if (last?.end === order) last.end += 1;
    else found.push({ start: order, end: order + 1 });
  }
  return found;
}
