import { wrapLongitude } from '@veld/geometry';
import type { MapBounds } from './graticule';
import type { MapPlace } from './map-view';

/** The query of an address that carries a place and how exact it is in metres, if known: `at=52.0907,5.1214` or `at=52.0907,5.1214,20`. */
export function placeQuery({ latitude, longitude, uncertainty_m }: MapPlace): string {
  const metres = uncertainty_m == null ? '' : `,${Math.max(1, Math.round(uncertainty_m))}`;
  return `at=${latitude.toFixed(5)},${longitude.toFixed(5)}${metres}`;
}

/** The place in a query; null without a valid one. */
export function placeInQuery(query: URLSearchParams): Required<MapPlace> | null {
  const [, north, east, metres] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)(?:,([1-9]\d{0,7}))?$/.exec(query.get('at') ?? '') ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude, uncertainty_m: metres === undefined ? null : Number(metres) } : null;
}

/** What a map shows as it stands in an address: west, south, east and north. */
export function writeBox({ west, south, east, north }: MapBounds): string {
  return [wrapLongitude(west), Math.max(-85, south), wrapLongitude(east), Math.min(85, north)].map((one) => one.toFixed(4)).join(',');
}

/** The query of an address that carries what a map shows. */
export const boxQuery = (bounds: MapBounds): string => `box=${writeBox(bounds)}`;

/** The box in a query; null without a valid one. Its east is less than its west where it lies across the antimeridian. */
export function boxInQuery(query: URLSearchParams): MapBounds | null {
  const numbers = (query.get('box') ?? '').split(',').map((text) => (text.trim() === '' ? NaN : Number(text)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  const isValid = numbers.length === 4 && south < north && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isValid && Math.abs(west) <= 180 && Math.abs(east) <= 180 && west !== east ? { west, south, east, north } : null;
}
