import { wrapLongitude } from '@veld/geometry';
import type { MapBounds } from './graticule';
import type { MapPoint } from './map-view';

/** The query of an address that carries a place: `at=52.0907,5.1214`. */
export function placeQuery({ latitude, longitude }: MapPoint): string {
  return `at=${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

/** The place in a query; null without a valid one. */
export function placeInQuery(query: URLSearchParams): MapPoint | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(query.get('at') ?? '') ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The query of an address that carries what a map shows: `box=` west, south, east and north. */
export function boxQuery({ west, south, east, north }: MapBounds): string {
  return `box=${[wrapLongitude(west), Math.max(-85, south), wrapLongitude(east), Math.min(85, north)].map((one) => one.toFixed(4)).join(',')}`;
}

/** The box in a query; null without a valid one. Its east is less than its west where it lies across the antimeridian. */
export function boxInQuery(query: URLSearchParams): MapBounds | null {
  const numbers = (query.get('box') ?? '').split(',').map((text) => (text.trim() === '' ? NaN : Number(text)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  const isValid = numbers.length === 4 && south < north && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isValid && Math.abs(west) <= 180 && Math.abs(east) <= 180 && west !== east ? { west, south, east, north } : null;
}
