/** The mean radius of the Earth in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;
/** A degree of latitude, and one of longitude at the equator, on the sphere of that radius. In metres. */
export const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_M;
/** The length of the equator in metres (WGS 84), as maps in Web Mercator are scaled. */
export const EQUATOR_M = 40_075_016.686;

/** In degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The same as in GeoJSON. */
export type Position = [longitude: number, latitude: number];

export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** How wide a degree of longitude is at a latitude, in degrees of latitude: 1 at the equator, 0 at a pole. */
export function degreeWidth(latitude: number): number {
  return Math.cos(toRadians(latitude));
}

export function toPoint([longitude, latitude]: Readonly<Position>): Point {
  return { latitude, longitude };
}

export function toPosition({ latitude, longitude }: Point): Position {
  return [longitude, latitude];
}
