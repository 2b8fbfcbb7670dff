import { ByteReader, ByteWriter } from '../frequencies/bytes.ts';
import type { TrackPoint } from './points.ts';
import { listKeys } from '../keys.ts';

/*
 * The stored form of points, the same on devices and the server: a byte for the version, the number of points, and for each point a byte
 * that says what is absent, and the differences to the point before as variable-length integers. About 10 bytes for each point of a walk.
 */

const VERSION = 1;
const DEGREES = 1e7;
const METRES = 10;
const SPEED = 100;

const NO_TIME = 1;
const NO_ELEVATION = 2;
const NO_ACCURACY = 4;
const NO_SPEED = 8;
const IMPORTED = 16;

/** A point with the precision in which it is stored: a centimetre, a decimetre of height and accuracy, and a centimetre per second. */
export function rounded(point: TrackPoint): TrackPoint {
  const { seq, segment, t, latitude, longitude, elevation_m, accuracy_m, speed_mps, source } = point;
  return {
    seq,
    segment,
    t,
    latitude: toUnits(latitude, DEGREES) / DEGREES,
    longitude: toUnits(longitude, DEGREES) / DEGREES,
    elevation_m: elevation_m === null ? null : toUnits(elevation_m, METRES) / METRES,
    accuracy_m: accuracy_m === null ? null : toUnits(accuracy_m, METRES) / METRES,
    speed_mps: speed_mps === null ? null : toUnits(speed_mps, SPEED) / SPEED,
    source,
  };
}

/** Whether two points with the precision of `rounded` are the same. */
export function isSamePoint(one: TrackPoint, other: TrackPoint): boolean {
  return listKeys(one).every((name) => one[name] === other[name]);
}

/** Without negative zero, which the stored form does not have. */
const toUnits = (value: number, perUnit: number) => Math.round(value * perUnit) + 0;

interface Last {
  seq: number;
  segment: number;
  t: number;
  latitude: number;
  longitude: number;
  elevation: number;
  accuracy: number;
  speed: number;
}
const start = (): Last => ({ seq: 0, segment: 0, t: 0, latitude: 0, longitude: 0, elevation: 0, accuracy: 0, speed: 0 });

export function encodePoints(points: readonly TrackPoint[]): Uint8Array<ArrayBuffer> {
  const bytes = new ByteWriter();
  bytes.byte(VERSION);
  bytes.varint(points.length);
  const last = start();
  const difference = (name: keyof Last, value: number) => {
    bytes.signed(value - last[name]);
    last[name] = value;
  };
  for (const { seq, segment, t, latitude, longitude, elevation_m, accuracy_m, speed_mps, source } of points) {
    bytes.byte(
      (t === null ? NO_TIME : 0) |
        (elevation_m === null ? NO_ELEVATION : 0) |
        (accuracy_m === null ? NO_ACCURACY : 0) |
        (speed_mps === null ? NO_SPEED : 0) |
        (source === 'import' ? IMPORTED : 0),
    );
    difference('seq', seq);
    difference('segment', segment);
    difference('latitude', toUnits(latitude, DEGREES));
    difference('longitude', toUnits(longitude, DEGREES));
    if (t !== null) difference('t', t);
    if (elevation_m !== null) difference('elevation', toUnits(elevation_m, METRES));
    if (accuracy_m !== null) difference('accuracy', toUnits(accuracy_m, METRES));
    if (speed_mps !== null) difference('speed', toUnits(speed_mps, SPEED));
  }
  return bytes.bytes();
}

/** Throws a `RangeError` for bytes that `encodePoints` did not make. */
export function decodePoints(bytes: Uint8Array): TrackPoint[] {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== VERSION) throw new RangeError('points of an unknown version');
  const count = reader.varint();
  const last = start();
  const next = (name: keyof Last) => (last[name] += reader.signed());
  const points: TrackPoint[] = [];
  for (let at = 0; at < count; at++) {
    const absent = reader.byte();
    const has = (flag: number) => (absent & flag) === 0;
    points.push({
      seq: next('seq'),
      segment: next('segment'),
      latitude: next('latitude') / DEGREES,
      longitude: next('longitude') / DEGREES,
      t: has(NO_TIME) ? next('t') : null,
      elevation_m: has(NO_ELEVATION) ? next('elevation') / METRES : null,
      accuracy_m: has(NO_ACCURACY) ? next('accuracy') / METRES : null,
      speed_mps: has(NO_SPEED) ? next('speed') / SPEED : null,
      source: has(IMPORTED) ? 'gps' : 'import',
    });
  }
  return points;
}
