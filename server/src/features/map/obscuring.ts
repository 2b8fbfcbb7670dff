import { mapKey, obscuredCell, OBSCURED_ZOOM } from '@veld/contract';
import { TILE_EXTENT } from '@veld/geography';
import { type Box, columnAt, rowAt } from '@veld/geometry';
import { boxCells, type KeyRange, listBoxRanges } from './boxes.ts';
import { placeOfKey, type TileAddress, tileBounds } from './grid.ts';

type Rectangle = [left: number, top: number, right: number, bottom: number];

/** How far a rectangle extends beyond its tile, so that the edge of the tile does not show as a border. */
const BUFFER = TILE_EXTENT / 64;
/** A few ranges that include some keys too many are faster than many exact ones. */
const SIDE_CELLS = 8;

/** From this zoom on, so few cells overlap a tile that each key is looked up by itself, without reading the records around it. */
export const SINGLE_ZOOM = 10;

/** Ranges that include the centres of all cells of the obscuring grid that overlap a tile; none at zooms where the tile counts them in its own cells. */
export function obscuringRanges(tile: TileAddress): KeyRange[] {
  if (tile.z < OBSCURED_ZOOM) return [];
  const bounds = tileBounds(tile);
  return tile.z < SINGLE_ZOOM ? rangesAround(bounds) : keysIn(bounds).map((key) => ({ start: key, end: key + 1 }));
}

/** The keys of the cells that overlap the bounds. */
function keysIn(bounds: Box): number[] {
  const keys: number[] = [];
  for (let south = bounds.south; ;) {
    let cell = obscuredCell(south, bounds.west);
    for (;;) {
      keys.push(mapKey(cell.latitude, cell.longitude));
      if (cell.east >= bounds.east) break;
      cell = obscuredCell(cell.latitude, cell.east + (cell.east - cell.west) / 2);
    }
    if (cell.north >= bounds.north) return keys;
    south = cell.north + (cell.north - cell.south) / 2;
  }
}

function rangesAround({ west, east, south, north }: Box): KeyRange[] {
  // Cells are widest farthest from the equator.
  const cell = obscuredCell(Math.max(Math.abs(south), Math.abs(north)), 0);
  const [up, right] = [cell.north - cell.south, cell.east - cell.west];
  const wider = { west: Math.max(-180, west - right), east: Math.min(180, east + right), south: south - up, north: north + up };
  return listBoxRanges(boxCells(wider, SIDE_CELLS));
}

/** The cell whose centre has this key, as a rectangle of the tile; null if it is outside the tile or the map. */
export function obscuringRectangle(tile: TileAddress, bounds: Box, key: number): Rectangle | null {
  const { latitude, longitude } = placeOfKey(key);
  const cell = obscuredCell(latitude, longitude);
  if (mapKey(cell.latitude, cell.longitude) !== key) return null;
  const touches = cell.west < bounds.east && cell.east > bounds.west && cell.south < bounds.north && cell.north > bounds.south;
  return touches ? rectangleOf(tile, cell) : null;
}

function rectangleOf({ z, x, y }: TileAddress, { west, east, south, north }: Box): Rectangle {
  const side = 2 ** z;
  const column = (longitude: number) => columnAt(longitude) * side - x;
  const row = (latitude: number) => rowAt(latitude) * side - y;
  const clamp = (value: number) => Math.min(TILE_EXTENT + BUFFER, Math.max(-BUFFER, Math.round(value * TILE_EXTENT)));
  return [clamp(column(west)), clamp(row(north)), clamp(column(east)), clamp(row(south))];
}
