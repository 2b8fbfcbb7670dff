/** A point in degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The mean radius of the Earth (IUGG). */
export const EARTH_KM = 6371.0088;

/** The great-circle distance in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The course at the start of the shortest way, in degrees clockwise from north, from 0 up to 360. */
export function bearing(from: Point, to: Point): number {
  const [a, b, turn] = [radians(from.latitude), radians(to.latitude), radians(to.longitude - from.longitude)];
  const east = Math.sin(turn) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** The point at a distance in kilometres and a course in degrees. */
export function pointAt(from: Point, km: number, course: number): Point {
  const [angle, turn, a] = [km / EARTH_KM, radians(course), radians(from.latitude)];
  const b = Math.asin(Math.sin(a) * Math.cos(angle) + Math.cos(a) * Math.sin(angle) * Math.cos(turn));
  const east = Math.atan2(Math.sin(turn) * Math.sin(angle) * Math.cos(a), Math.cos(angle) - Math.sin(a) * Math.sin(b));
  const longitude = from.longitude + (east * 180) / Math.PI;
  return { latitude: (b * 180) / Math.PI, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
