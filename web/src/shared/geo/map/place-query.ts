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
