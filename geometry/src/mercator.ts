import { toRadians } from './earth.ts';

/** Web Mercator as a square whose sides go from 0 to 1: columns to the east from -180 degrees, rows to the south. */

/** Where the square ends. */
const MAX_LATITUDE = 85.051_128_779_806_604;

/** A latitude that is on the square. */
export function latitudeOnMap(latitude: number): number {
  return Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
}

export function columnAt(longitude: number): number {
  return (longitude + 180) / 360;
}

export function longitudeAt(column: number): number {
  return column * 360 - 180;
}

/** Below 0 and over 1 beyond the square; infinite at the poles. */
export function rowAt(latitude: number): number {
  const sine = Math.sin(toRadians(latitude));
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function latitudeAt(row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}
