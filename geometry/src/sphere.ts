import { wrapLongitude } from './antimeridian.ts';
import { EARTH_RADIUS_M, type Point, toRadians } from './earth.ts';

/** A point on the sphere of radius 1, so that neither 180 degrees nor a pole is special. */
export function onSphere({ latitude, longitude }: Point): [x: number, y: number, z: number] {
  const [north, east] = [toRadians(latitude), toRadians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

const toDegrees = (angle: number) => (angle * 180) / Math.PI;

/** The course at the start of the shortest way, in degrees clockwise from north, from 0 up to 360. */
export function bearing(from: Point, to: Point): number {
  const [a, b, turn] = [toRadians(from.latitude), toRadians(to.latitude), toRadians(to.longitude - from.longitude)];
  const east = Math.sin(turn) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return (toDegrees(Math.atan2(east, north)) + 360) % 360;
}

/** The point at a distance in metres and a course in degrees. */
export function pointAt(from: Point, metres: number, course: number): Point {
  const [angle, turn, a] = [metres / EARTH_RADIUS_M, toRadians(course), toRadians(from.latitude)];
  const b = Math.asin(Math.sin(a) * Math.cos(angle) + Math.cos(a) * Math.sin(angle) * Math.cos(turn));
  const east = Math.atan2(Math.sin(turn) * Math.sin(angle) * Math.cos(a), Math.cos(angle) - Math.sin(a) * Math.sin(b));
  return { latitude: toDegrees(b), longitude: wrapLongitude(from.longitude + toDegrees(east)) };
}
