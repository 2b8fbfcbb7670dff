import { isDay } from '@veld/contract';
import type { ExpandedTags } from 'exifreader';
import { roundedPoint } from '../../local/device/place-of-fix';
import { NO_FACTS, type PhotoFacts } from '../../local/db/rows';

/** Place and time from the metadata of a photo. Missing or invalid metadata is not an error. */
export async function photoFactsOf(bytes: ArrayBuffer): Promise<PhotoFacts> {
  try {
    const { load } = await import('exifreader');
    return factsOf(load(bytes, { expanded: true }));
  } catch {
    return NO_FACTS;
  }
}

export function factsOf(tags: ExpandedTags): PhotoFacts {
  const { exif, gps } = tags;
  const place = placeOf(gps?.Latitude, gps?.Longitude);
  const error = place ? rationalOf(exif?.GPSHPositioningError) : null;
  const takenAt = parseTakenAt(textOf(exif?.DateTimeOriginal) ?? textOf(exif?.DateTimeDigitized));
  return {
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    coordinate_uncertainty_m: error !== null && error > 0 && error < 100_000 ? Math.ceil(error) : null,
    taken_on: takenAt?.day ?? null,
    taken_time: takenAt?.time ?? null,
    ...(takenAt?.second === undefined ? {} : { taken_second: takenAt.second }),
  };
}

/** Null for 0,0, which cameras write without a fix. */
function placeOf(latitude: number | undefined, longitude: number | undefined) {
  if (latitude === undefined || longitude === undefined) return null;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return null;
  return roundedPoint({ latitude, longitude });
}

/** Parses "2026:05:10 08:14:33"; null for zeros or blanks from an unset clock. */
function parseTakenAt(text: string | null): { day: string; time: string; second?: number } | null {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2})(?::([0-5]\d))?/.exec(text ?? '');
  if (!match) return null;
  const [, year, month, date, hour, minute, second] = match;
  const day = `${year}-${month}-${date}`;
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59) return null;
  return { day, time: `${hour}:${minute}`, ...(second === undefined ? {} : { second: Number(second) }) };
}

function textOf(tag: unknown): string | null {
  const value = (tag as { value?: unknown } | undefined)?.value;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}

function rationalOf(tag: unknown): number | null {
  const value = (tag as { value?: unknown } | undefined)?.value;
  if (!Array.isArray(value)) return null;
  const [over, under] = value as unknown[];
  const result = Number(over) / Number(under ?? 1);
  return Number.isFinite(result) ? result : null;
}
