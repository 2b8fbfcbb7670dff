import type { ExpandedTags } from 'exifreader';
import { NO_FACTS, type PhotoFacts } from '../../local/db/rows';
import { roundedPoint } from '../../local/device/place-of-fix';
import { wallClock, zoneTable } from '../geo/time-zone';
import { type CameraClock, clockIn, gpsInstantIn, instantOfClock, readCameraClock, reasonToDoubt } from './camera-clock';
import { xmpText, readTagRational } from './metadata-values';

type ZoneOf = (latitude: number, longitude: number) => string | null;

/** Place and time from the metadata of a photo. Missing or invalid metadata is not an error. */
export async function readPhotoFacts(bytes: ArrayBuffer, now = new Date()): Promise<PhotoFacts> {
  try {
    const [{ load }, zoneOf] = await Promise.all([import('exifreader'), zoneTable()]);
    return readTagFacts(load(bytes, { expanded: true }), zoneOf, now);
  } catch {
    return NO_FACTS;
  }
}

/**
 * Date and time are those of the place: a clock with an offset from UTC, or one that the GPS contradicts by whole quarters of an hour,
 * is that of another time zone. A clock that cannot be right is only noted (`doubt`).
 */
export function readTagFacts(tags: ExpandedTags, zoneOf: ZoneOf = () => null, now = new Date()): PhotoFacts {
  const { exif, gps, xmp } = tags;
  const place =
    placeOf(gps?.Latitude, gps?.Longitude) ?? placeOf(degreesOf(xmpText(xmp, 'GPSLatitude')), degreesOf(xmpText(xmp, 'GPSLongitude')));
  const error = place ? readTagRational(exif?.GPSHPositioningError) : null;
  const zone = place && zoneOf(place.latitude, place.longitude);
  return {
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    coordinate_uncertainty_m: error !== null && error > 0 && error < 100_000 ? Math.ceil(error) : null,
    ...whenOf(readCameraClock(tags), { gps: gpsInstantIn(tags), zone, now }),
  };
}

interface Around {
  gps: Date | null;
  /** Of the place of the photo. */
  zone: string | null;
  now: Date;
}

type When = Pick<PhotoFacts, 'taken_on' | 'taken_time' | 'taken_second' | 'taken_at' | 'doubt'>;
const NO_TIME: When = { taken_on: null, taken_time: null };

function whenOf(camera: CameraClock | null, around: Around): When {
  const { gps, zone, now } = around;
  if (!camera) return gps && zone && gps <= now ? atPlace(gps, zone) : NO_TIME;
  const reason = reasonToDoubt(camera, gps, now);
  if (reason) return { ...NO_TIME, doubt: { reason, ...clockIn(camera), ...gpsClock(around) } };
  const instant = instantOfClock(camera, gps, zone);
  if (instant && zone) return atPlace(instant, zone);
  const { on: taken_on, time, second } = clockIn(camera);
  return {
    taken_on,
    taken_time: time === '' ? null : time,
    ...(second === undefined ? {} : { taken_second: second }),
    ...(instant ? { taken_at: instant.toISOString() } : {}),
  };
}

function atPlace(instant: Date, zone: string): When {
  const { day, time } = wallClock(zone, instant);
  return { taken_on: day, taken_time: time, taken_second: instant.getUTCSeconds(), taken_at: instant.toISOString() };
}

function gpsClock({ gps, zone, now }: Around) {
  if (!gps || !zone || gps > now) return {};
  const { day, time } = wallClock(zone, gps);
  return { gps: { on: day, time, at: gps.toISOString() } };
}

/** Null for 0,0, which cameras write without a fix. */
function placeOf(latitude: number | null | undefined, longitude: number | null | undefined) {
  if (latitude == null || longitude == null) return null;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return null;
  return roundedPoint({ latitude, longitude });
}

/** Degrees as in XMP: "33,55.0S", "33,55,30S", or decimal. */
function degreesOf(text: string | null): number | null {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEW])?\s*$/i.exec(text ?? '');
  if (!match) return null;
  const [, degrees, minutes = '0', seconds = '0', side = ''] = match;
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  return Number(degrees) < 0 || /[SW]/i.test(side) ? -size : size;
}
