import { metresBetween } from '@veld/geometry';
import type { LocalObservation } from '../../../local/db/rows';
import type { FormValues } from '../form-values';

type Clocked = Pick<LocalObservation, 'observed_on' | 'observed_time' | 'time_zone'>;

/**
 * Minutes from the time of the form to the time of the record; negative if the record is earlier. Null if either has no time, or
 * if they are in different time zones.
 */
export function minutesAfter(values: FormValues, record: Clocked): number | null {
  if (values.date_kind !== 'day' || values.day === '' || values.time === '') return null;
  if (!record.observed_on || !record.observed_time || record.observed_on.includes('/')) return null;
  if (values.time_zone && record.time_zone && values.time_zone !== record.time_zone) return null;
  const minutes = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`) / 60_000;
  const difference = minutes(record.observed_on, record.observed_time) - minutes(values.day, values.time);
  return Number.isFinite(difference) ? difference : null;
}

export interface Neighbour {
  record: LocalObservation;
  /** Minutes after the time of the form; negative if earlier. */
  minutes: number;
}

const NEIGHBOUR_MINUTES = 30;

/** The user's record with a place that is closest in time, within half an hour. */
export function findNeighbour(values: FormValues, records: readonly LocalObservation[], ownId: string | null): Neighbour | null {
  let nearest: Neighbour | null = null;
  for (const record of records) {
    if (record.id === ownId || record.latitude == null || record.longitude == null) continue;
    const minutes = minutesAfter(values, record);
    if (minutes === null || Math.abs(minutes) > NEIGHBOUR_MINUTES) continue;
    if (nearest === null || Math.abs(minutes) < Math.abs(nearest.minutes)) nearest = { record, minutes };
  }
  return nearest;
}

/** How near another record may be to count as a possible duplicate. */
export const SAME_PLACE_M = 50;
const SAME_TIME_MINUTES = 10;

export interface Duplicate {
  id: string;
  /** Same photo, or same species, place and time. */
  why: 'photo' | 'sighting';
}

/** Another record of the user with the same photo, or of the same species within 50 m and 10 minutes. */
export function findDuplicate(
  values: FormValues,
  records: readonly LocalObservation[],
  sameTaxon: readonly LocalObservation[],
  ownId: string | null,
): Duplicate | null {
  const hashes = new Set(values.media.map((photo) => photo.sha256));
  const ofPhoto = records.find((record) => record.id !== ownId && record.media.some((photo) => hashes.has(photo.sha256)));
  if (ofPhoto) return { id: ofPhoto.id, why: 'photo' };
  const same = sameTaxon.find((record) => record.id !== ownId && isSameSighting(values, record));
  return same ? { id: same.id, why: 'sighting' } : null;
}

function isSameSighting(values: FormValues, record: LocalObservation): boolean {
  const { taxon, latitude, longitude } = values;
  if (!taxon || record.taxon_id !== taxon.id) return false;
  if (latitude === null || longitude === null || record.latitude == null || record.longitude == null) return false;
  const minutes = minutesAfter(values, record);
  if (minutes === null || Math.abs(minutes) >= SAME_TIME_MINUTES) return false;
  return metresBetween({ latitude, longitude }, { latitude: record.latitude, longitude: record.longitude }) < SAME_PLACE_M;
}
