import { TILE_CELLS } from '@veld/contract';
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
  const [west, east] = [x, x + 1].map((column) => (column / side) * 360 - 180) as [number, number];
  return { west, east, south: latitudeOf((y + 1) / side), north: latitudeOf(y / side) };
}

/** The middle of a `map_key` in degrees. */
export function placeOfKey(key: number): { latitude: number; longitude: number } {
  const [x, y] = axes(key, KEY_BITS);
  return { latitude: latitudeOf((y + 0.5) / 2 ** KEY_BITS), longitude: ((x + 0.5) / 2 ** KEY_BITS) * 360 - 180 };
}

/** The latitude of a place on the map, from 0 at its top to 1 at its bottom. */
function latitudeOf(down: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI;
}
