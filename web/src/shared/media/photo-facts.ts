import type { ExpandedTags } from 'exifreader';
import { resolveInstant, isDay } from '@veld/contract';
import { NO_FACTS, type PhotoFacts, type DoubtfulClock } from '../../local/db/rows';
import { roundedPoint } from '../../local/device/place-of-fix';
import { wallClock, zoneTable } from '../geo/time-zone';
import { xmpText, readTagRational, readQuotient, readTagText } from './metadata-values';

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

/** A wall clock. `time` is empty for a date without a time; `offset` is in minutes from UTC, null if unknown. */
interface CameraClock {
  day: string;
  time: string;
  second?: number;
  offset: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When the photo was taken, as the camera or a program wrote it: EXIF before XMP, the exposure before the file. */
function readCameraClock({ exif, xmp }: ExpandedTags): CameraClock | null {
  const ofExif =
    parseClock(readTagText(exif?.DateTimeOriginal), readTagText(exif?.OffsetTimeOriginal) ?? readTagText(exif?.OffsetTime)) ??
    parseClock(readTagText(exif?.DateTimeDigitized), readTagText(exif?.OffsetTimeDigitized) ?? readTagText(exif?.OffsetTime));
  const ofXmp = ['DateTimeOriginal', 'DateCreated', 'CreateDate', 'DateTimeDigitized'].flatMap(
    (name) => parseClock(xmpText(xmp, name)) ?? [],
  );
  if (!ofExif) return ofXmp[0] ?? null;
  // The same wall clock, with the offset that EXIF lacks.
  const same = ofXmp.find(({ day, time, offset }) => offset !== null && day === ofExif.day && time === ofExif.time);
  return ofExif.offset === null && same ? { ...ofExif, offset: same.offset } : ofExif;
}

/** Parses "2026:05:10 08:14:33" and ISO 8601, with or without time and zone; null for zeros or blanks from an unset clock. */
function parseClock(text: string | null, zone: string | null = null): CameraClock | null {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[ T](\d{2}):(\d{2})(?::([0-5]\d)(?:[.,]\d*)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?/.exec(
    text?.trim() ?? '',
  );
  if (!match) return null;
  const [, year, month, date, hour, minute, second, own] = match;
  const day = `${year}-${month}-${date}`;
  if (!isDay(day) || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return null;
  return {
    day,
    time: hour === undefined ? '' : `${hour}:${minute}`,
    ...(second === undefined ? {} : { second: Number(second) }),
    offset: hour === undefined ? null : offsetOf(own ?? zone),
  };
}

/** Minutes from UTC; null for what is no offset of a time zone. */
function offsetOf(text: string | null): number | null {
  if (text?.trim() === 'Z') return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text?.trim() ?? '');
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return minutes > 14 * 60 || Number(match[3]) > 59 ? null : match[1] === '-' ? -minutes : minutes;
}

/** The time of the last fix, in UTC; null without date and time. */
function gpsInstantIn({ exif, xmp }: ExpandedTags): Date | null {
  const parts = exif?.GPSTimeStamp?.value as unknown;
  const day = readTagText(exif?.GPSDateStamp)?.replaceAll(':', '-');
  if (Array.isArray(parts) && day && isDay(day)) {
    const [hours, minutes, seconds] = parts.map(readQuotient);
    if (hours != null && minutes != null && seconds != null && hours < 24 && minutes < 60 && seconds < 60)
      return new Date(Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS + minutes * MINUTE_MS + Math.floor(seconds) * 1000);
  }
  const clock = parseClock(xmpText(xmp, 'GPSTimeStamp'), 'Z');
  return clock?.offset == null ? null : new Date(asIfUtc(clock) - clock.offset * MINUTE_MS);
}

function asIfUtc({ day, time, second = 0 }: CameraClock): number {
  return Date.parse(`${day}T${time || '12:00'}:00Z`) + second * 1000;
}

/** Before any camera that writes metadata. */
const FIRST_DAY = '1990-01-01';
/** The days on which the clocks of cameras start when their battery was empty, after 1990. */
const RESET_DAYS = new Set(['1990-01-01', '2000-01-01', '2000-01-02']);
/** Clocks on earth are at most this far ahead of UTC. */
const AHEAD_MS = 14 * HOUR_MS;
/** A fix may be from earlier, but not from another week. */
const STALE_FIX_MS = 7 * DAY_MS;
/** GPS devices that count weeks in ten bits are wrong by this much. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;

/** Why a clock cannot be right; null if it can. */
function reasonToDoubt(camera: CameraClock, gps: Date | null, now: Date): DoubtfulClock['reason'] | null {
  const { day, time, offset } = camera;
  const earliest = asIfUtc(camera) - (offset === null ? AHEAD_MS : offset * MINUTE_MS);
  if (day < FIRST_DAY || RESET_DAYS.has(day)) return 'unset';
  // Others start in the year in which they were made. New Year's Eve is asked about too.
  if (day.endsWith('-01-01') && time !== '' && time < '00:10') return 'unset';
  if (earliest > now.getTime() + HOUR_MS) return 'future';
  if (!gps || gps.getTime() > now.getTime() + DAY_MS) return null;
  const apart = Math.abs(asIfUtc(camera) - gps.getTime());
  const isRollover = Math.abs(apart - Math.round(apart / ROLLOVER_MS) * ROLLOVER_MS) <= DAY_MS;
  return apart > STALE_FIX_MS && !isRollover ? 'gps' : null;
}

function clockIn({ day, time, second }: CameraClock): { on: string; time: string; second?: number } {
  return { on: day, time, ...(second === undefined ? {} : { second }) };
}

const QUARTER_MS = 15 * MINUTE_MS;
/** A fix of the same moment. */
const FRESH_MS = 2 * MINUTE_MS;

/**
 * The instant of a wall clock: by its offset from UTC, else by the GPS where the two differ as the clock of another time zone would.
 * Null if it is the clock of the place, as far as can be known.
 */
function instantOfClock(camera: CameraClock, gps: Date | null, zone: string | null): Date | null {
  const { day, time, offset } = camera;
  if (time === '') return null;
  if (offset !== null) return new Date(asIfUtc(camera) - offset * MINUTE_MS);
  if (!gps) return null;
  const ahead = asIfUtc(camera) - gps.getTime();
  const whole = Math.round(ahead / QUARTER_MS) * QUARTER_MS;
  if (Math.abs(ahead - whole) > FRESH_MS || Math.abs(whole) > AHEAD_MS) return null;
  // An older fix may be off by a quarter of an hour too: where the clock can be that of the place, it is.
  const ofPlace = zone === null ? null : asIfUtc(camera) - (resolveInstant(day, time, zone).getTime() + (camera.second ?? 0) * 1000);
  if (ofPlace !== null && Math.abs(ahead - ofPlace) < 2 * QUARTER_MS) return null;
  return new Date(asIfUtc(camera) - whole);
}
