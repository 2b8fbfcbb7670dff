import { mapKey, obscuredCell, OBSCURED_ZOOM } from '@veld/contract';
import { boxCells, type KeyRange, keysOf } from './boxes.ts';
import { type Bounds, placeOfKey, type TileAddress, tileBounds } from './grid.ts';
import { EXTENT } from './vector-tile.ts';

type Rectangle = [left: number, top: number, right: number, bottom: number];

/** How far a rectangle reaches beyond its tile, so that its border is not drawn at the edge of the tile. */
const BUFFER = EXTENT / 64;
/** Few ranges that read a little more than needed are faster than many that fit. */
const SIDE_CELLS = 8;

/** From this zoom on, a tile touches so few cells that their keys are looked up one by one, without reading records beside them. */
const SINGLE_ZOOM = 10;

/** The keys among which the cells of the obscuring grid that a tile touches have their centres; none where cells of the tile show them. */
export function obscuringRanges(tile: TileAddress): KeyRange[] {
  if (tile.z < OBSCURED_ZOOM) return [];
  const bounds = tileBounds(tile);
  return tile.z < SINGLE_ZOOM ? rangesAround(bounds) : keysIn(bounds).map((key) => ({ start: key, end: key + 1 }));
}

/** The keys of the cells that the bounds touch. */
function keysIn(bounds: Bounds): number[] {
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

function rangesAround({ west, east, south, north }: Bounds): KeyRange[] {
  // Cells are widest farthest from the equator.
  const cell = obscuredCell(Math.max(Math.abs(south), Math.abs(north)), 0);
  const [up, right] = [cell.north - cell.south, cell.east - cell.west];
  const wider = { west: Math.max(-180, west - right), east: Math.min(180, east + right), south: south - up, north: north + up };
  return keysOf(boxCells(wider, SIDE_CELLS));
}

/** The rectangle in a tile of the cell whose centre has the key; null if it lies beside the tile, or beyond the edge of the map. */
export function obscuringRectangle(tile: TileAddress, bounds: Bounds, key: number): Rectangle | null {
  const { latitude, longitude } = placeOfKey(key);
  const cell = obscuredCell(latitude, longitude);
  if (mapKey(cell.latitude, cell.longitude) !== key) return null;
  const touches = cell.west < bounds.east && cell.east > bounds.west && cell.south < bounds.north && cell.north > bounds.south;
  return touches ? rectangleOf(tile, cell) : null;
}

function rectangleOf({ z, x, y }: TileAddress, { west, east, south, north }: Bounds): Rectangle {
  const side = 2 ** z;
  const column = (longitude: number) => ((longitude + 180) / 360) * side - x;
  const row = (latitude: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side - y;
  };
  const clamp = (value: number) => Math.min(EXTENT + BUFFER, Math.max(-BUFFER, Math.round(value * EXTENT)));
  return [clamp(column(west)), clamp(row(north)), clamp(column(east)), clamp(row(south))];
}
