import { degreeWidth, EARTH_RADIUS_M, type Point, toRadians } from './earth.ts';

/** The great-circle distance (haversine); accurate to 0.5 %. In a file of its own, because the first script of the web app has it. */
export function metresBetween(one: Point, other: Point): number {
  const half = (degrees: number) => Math.sin(toRadians(degrees) / 2) ** 2;
  const across = degreeWidth(one.latitude) * degreeWidth(other.latitude) * half(other.longitude - one.longitude);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half(other.latitude - one.latitude) + across)));
}
