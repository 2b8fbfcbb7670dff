import { TILE_CELLS } from '@veld/contract';
import { TILE_EXTENT } from '@veld/geography';
import { type Box, latitudeAt, longitudeAt } from '@veld/geometry';

/** Bits of `map_key` per axis. */
export const KEY_BITS = 26;
const TILE_BITS = Math.log2(TILE_CELLS);

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The level of a tile's cells and its range of `map_key`, from `start` up to, but not including, `end`. */
export interface TileRange {
  level: number;
  /** Shifting a `map_key` right by this many bits gives its cell. */
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

/** The position of a cell in the z-order with `bits` per axis. Columns beyond the last one wrap around. */
export function zOrder(x: number, y: number, bits: number): number {
  let order = 0;
  for (let bit = bits - 1; bit >= 0; bit--) order = order * 4 + (((y >>> bit) & 1) << 1) + ((x >>> bit) & 1);
  return order;
}

/** Column and row of a position in the z-order with `bits` per axis. */
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
  const side = TILE_EXTENT / TILE_CELLS;
  return [x * side, y * side, (x + 1) * side, (y + 1) * side];
}

/** The point of a `map_key` in coordinates of its tile. */
export function keyPoint({ z }: TileAddress, range: TileRange, key: number): [number, number] {
  const bits = KEY_BITS - z;
  const [x, y] = axes(key - range.start, bits);
  const toExtent = (value: number) => Math.floor((value * TILE_EXTENT) / 2 ** bits);
  return [toExtent(x), toExtent(y)];
}

/** The bounds of a tile in degrees. */
export function tileBounds({ z, x, y }: TileAddress): Box {
  const side = 2 ** z;
  return { west: longitudeAt(x / side), east: longitudeAt((x + 1) / side), south: latitudeAt((y + 1) / side), north: latitudeAt(y / side) };
}

/** The middle of a `map_key` in degrees. */
export function placeOfKey(key: number): { latitude: number; longitude: number } {
  const [x, y] = axes(key, KEY_BITS);
  return { latitude: latitudeAt((y + 0.5) / 2 ** KEY_BITS), longitude: longitudeAt((x + 0.5) / 2 ** KEY_BITS) };
}
