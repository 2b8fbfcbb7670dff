import { latitudeAt, longitudeAt, wrapLongitude } from '@veld/geometry';
import { mapKey } from '../places.ts';

/**
 * Cells of frequencies are squares of the map in Web Mercator, 1024 along each axis: 39 km wide at the equator, 24 km in the
 * Netherlands, 20 km at 60 degrees. Their ids are the first 20 bits of `map_key`, so that the database groups by a shift.
 */
const AXIS_BITS = 10;
const SIDE = 2 ** AXIS_BITS;
/** A `map_key` shifted right by this many bits is its cell. */
export const FREQUENCY_CELL_SHIFT = 2 * (26 - AXIS_BITS);

/** Stands for a place somewhere in the country, for data that have no better one. No cell has this number. */
export const ANYWHERE = SIDE ** 2;

/** The cell of a point in degrees. */
export function frequencyCell(latitude: number, longitude: number): number {
  return Math.floor(mapKey(latitude, wrapLongitude(longitude)) / 2 ** FREQUENCY_CELL_SHIFT);
}

/** The centre of a cell, in degrees. */
export function frequencyCellCentre(cell: number): { latitude: number; longitude: number } {
  const { x, y } = columnAndRow(cell);
  return { latitude: latitudeAt((y + 0.5) / SIDE), longitude: longitudeAt((x + 0.5) / SIDE) };
}

function columnAndRow(cell: number): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let bit = 0; bit < AXIS_BITS; bit++) {
    x |= ((cell >>> (2 * bit)) & 1) << bit;
    y |= ((cell >>> (2 * bit + 1)) & 1) << bit;
  }
  return { x, y };
}

/** A cell and the up to eight around it, the cell itself first. The map wraps at the antimeridian, not at the poles. */
export function cellsAround(cell: number): number[] {
  const { x, y } = columnAndRow(cell);
  const cells = [cell];
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      if ((down === 0 && right === 0) || y + down < 0 || y + down >= SIDE) continue;
      cells.push(cellAt((x + right + SIDE) % SIDE, y + down));
    }
  }
  return cells;
}

function cellAt(x: number, y: number): number {
  let cell = 0;
  for (let bit = AXIS_BITS - 1; bit >= 0; bit--) cell = cell * 4 + (((y >>> bit) & 1) << 1) + ((x >>> bit) & 1);
  return cell;
}

/** Weeks of a year: four in each month, from the 1st, 8th, 15th and 22nd, as in eBird's bar charts. */
export const FREQUENCY_WEEKS = 48;

/** The week of a day (YYYY-MM-DD), from 0. */
export function frequencyWeek(day: string): number {
  return (Number(day.slice(5, 7)) - 1) * 4 + Math.min(3, Math.floor((Number(day.slice(8, 10)) - 1) / 7));
}
