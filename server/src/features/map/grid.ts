import { mapKey, obscuredCell, TILE_CELLS } from '@veld/contract';
import { EXTENT } from './vector-tile.ts';

/** Bits of `map_key` per axis. */
export const KEY_BITS = 26;
const TILE_BITS = Math.log2(TILE_CELLS);

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The cells of a tile and its range of `map_key`; `end` is the first key after it. */
export interface TileRange {
  level: number;
  /** What a `map_key` is shifted by to the right for its cell. */
  shift: number;
  start: number;
  end: number;
}

export function tileRange({ z, x, y }: TileAddress): TileRange {
  const tile = zOrder(x, y, z);
  const size = 4 ** (KEY_BITS - z);
  const level = z + TILE_BITS;
  return { level, shift: 2 * (KEY_BITS - level), start: tile * size, end: (tile + 1) * size };
}

/** The place of a cell in the z-order of `bits` per axis. Columns past the last one continue at the first. */
export function zOrder(x: number, y: number, bits: number): number {
  let order = 0;
  for (let bit = bits - 1; bit >= 0; bit--) order = order * 4 + (((y >>> bit) & 1) << 1) + ((x >>> bit) & 1);
  return order;
}

/** The place of a cell or key within its tile, from its place in the tile's z-order of `bits` per axis. */
export function axes(order: number, bits: number): [x: number, y: number] {
  let [x, y, rest] = [0, 0, order];
  for (let bit = 0; bit < bits; bit++) {
    const two = rest % 4;
    x += (two % 2) * 2 ** bit;
    y += Math.floor(two / 2) * 2 ** bit;
    rest = Math.floor(rest / 4);
  }
  return [x, y];
}

/** The square of a cell in coordinates of its tile. */
export function cellSquare(range: TileRange, cell: number): [number, number, number, number] {
  const [x, y] = axes(cell - range.start / 2 ** range.shift, TILE_BITS);
  const side = EXTENT / TILE_CELLS;
  return [x * side, y * side, (x + 1) * side, (y + 1) * side];
}

/** The point of a `map_key` in coordinates of its tile. */
export function keyPoint({ z }: TileAddress, range: TileRange, key: number): [number, number] {
  const bits = KEY_BITS - z;
  const [x, y] = axes(key - range.start, bits);
  const toExtent = (value: number) => Math.floor((value * EXTENT) / 2 ** bits);
  return [toExtent(x), toExtent(y)];
}

export interface Bounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The bounds of a tile in degrees. */
export function tileBounds({ z, x, y }: TileAddress): Bounds {
  const side = 2 ** z;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  return { west: (x / side) * 360 - 180, east: ((x + 1) / side) * 360 - 180, south: latitude(y + 1), north: latitude(y) };
}

/** How far a rectangle reaches beyond its tile, so that its border is not drawn at the edge of the tile. */
const BUFFER = EXTENT / TILE_CELLS;

/** The cells of the obscuring grid that a tile touches, by the `map_key` of their centres, with their rectangle in the tile. */
export function obscuringCells(tile: TileAddress): Map<number, [number, number, number, number]> {
  const bounds = tileBounds(tile);
  const found = new Map<number, [number, number, number, number]>();
  for (let south = bounds.south; ;) {
    let cell = obscuredCell(south, bounds.west);
    for (;;) {
      found.set(mapKey(cell.latitude, cell.longitude), rectangleOf(tile, cell));
      if (cell.east >= bounds.east) break;
      cell = obscuredCell(cell.latitude, cell.east + (cell.east - cell.west) / 2);
    }
    if (cell.north >= bounds.north) return found;
    south = cell.north + (cell.north - cell.south) / 2;
  }
}

function rectangleOf({ z, x, y }: TileAddress, { west, east, south, north }: Bounds): [number, number, number, number] {
  const side = 2 ** z;
  const column = (longitude: number) => ((longitude + 180) / 360) * side - x;
  const row = (latitude: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side - y;
  };
  const clamp = (value: number) => Math.min(EXTENT + BUFFER, Math.max(-BUFFER, Math.round(value * EXTENT)));
  return [clamp(column(west)), clamp(row(north)), clamp(column(east)), clamp(row(south))];
}
