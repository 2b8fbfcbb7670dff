import { type DoubtfulClock, type LocalPhoto, NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { metresBetween } from '@veld/geometry';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';
import { blankPart } from '../form-parts';
import { type FormPatch, type FormValues, nowPatch, type SetBy } from '../form-values';

/** When and where a photo says that its record was made. */
export type SourcePhoto = Pick<LocalPhoto, 'facts' | 'is_from_camera'>;

export const NO_PLACE: FormPatch = blankPart('place');

/** Photos taken farther apart than this show different places. */
export const APART_M = 100;
/** Photos taken within this time of each other agree about the time. */
const AGREE_MS = 300_000;

/** The clock of a camera that cannot be right, for comparing its photos with each other. */
export function doubtfulAt({ doubt }: PhotoFacts): number | null {
  return doubt ? takenAt({ ...NO_FACTS, taken_on: doubt.on, taken_time: doubt.time, taken_second: doubt.second }) : null;
}

/** The first photo with a clock that cannot be right, if no other photo has a time. */
export function findDoubt(photos: readonly SourcePhoto[]): DoubtfulClock | null {
  if (photos.some(({ facts }) => facts.taken_on !== null)) return null;
  return photos.find(({ facts, is_from_camera }) => facts.doubt && !is_from_camera)?.facts.doubt ?? null;
}

/** Date and time that the person accepted: by the clock of the camera after all, or by its GPS. */
export function acceptedClock({ on, time, at }: { on: string; time: string; at?: string }): FormPatch {
  return { date_kind: 'day', day: on, month: on.slice(0, 7), time, when_source: 'photo', when_by: 'person', photo_taken_at: at ?? null };
}

/** The camera's wall clock in milliseconds, comparable only with each other; null if the photo has no time. */
export function takenAt({ taken_on, taken_time, taken_second }: PhotoFacts): number | null {
  if (taken_on === null || taken_time === null) return null;
  const at = Date.parse(`${taken_on}T${taken_time}:00Z`);
  return Number.isNaN(at) ? null : at + (taken_second ?? 0) * 1000;
}

export function pickPoint({ latitude, longitude }: Pick<PhotoFacts, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Whether two photos may show the same place; true if one of them has none. */
export function areNear(one: PhotoFacts, other: PhotoFacts): boolean {
  const [here, there] = [pickPoint(one), pickPoint(other)];
  return here === null || there === null || metresBetween(here, there) <= APART_M;
}

const hasFacts = ({ facts }: SourcePhoto) => facts.taken_on !== null || pickPoint(facts) !== null;

function inOrder<P extends SourcePhoto>(photos: readonly P[]): P[] {
  return photos.toSorted((one, other) => (takenAt(one.facts) ?? Infinity) - (takenAt(other.facts) ?? Infinity) || 0);
}

/** Date and time of the earliest photo. Without any, the date is empty, so that the form asks for it. */
export function whenFromPhotos(photos: readonly SourcePhoto[]): FormPatch {
  const facts = inOrder(photos).find((photo) => photo.facts.taken_on !== null)?.facts;
  const day = facts?.taken_on ?? '';
  return {
    date_kind: 'day',
    day,
    month: day.slice(0, 7),
    time: facts?.taken_time ?? '',
    when_source: 'photo',
    when_by: 'photos',
    photo_taken_at: facts?.taken_at ?? null,
  };
}

/** The place of the earliest photo that has one; else none. */
export function whereFromPhotos(photos: readonly SourcePhoto[]): FormPatch {
  const facts = inOrder(photos).find((photo) => pickPoint(photo.facts) !== null)?.facts;
  if (!facts) return { ...NO_PLACE, place_by: 'photos' };
  return { ...NO_PLACE, ...placeOfFacts(facts), place_by: 'photos' };
}

export function placeOfFacts({ latitude, longitude, coordinate_uncertainty_m, journey_id }: PhotoFacts) {
  const location_source = journey_id === undefined ? ('exif' as const) : ('track' as const);
  return { latitude, longitude, coordinate_uncertainty_m, location_source, location_id: null };
}

/** Who set the date of a record with these photos. */
export function whenSetBy({ when_by, when_source, date_kind, batch }: FormValues): SetBy {
  if (when_by) return when_by;
  if (when_source !== 'typed') return when_source === 'photo' ? 'photos' : 'device';
  // Earlier versions stored the missing date of photos on the board like one entered as unknown.
  return batch && date_kind === 'unknown' ? 'photos' : 'person';
}

/** Who set the place of a record with these photos. */
export function placeSetBy(values: FormValues, photos: readonly SourcePhoto[]): SetBy {
  const { place_by, batch, location_source, latitude } = values;
  if (place_by) return place_by;
  // Drafts of earlier versions: a place like that of the photos is theirs.
  const { latitude: ofPhotos } = whereFromPhotos(photos);
  if (location_source === 'exif' || batch) return latitude === ofPhotos ? 'photos' : 'person';
  return latitude === null || location_source === 'gps' ? 'device' : 'person';
}

/**
 * Date and place after photos were added or removed. The metadata of photos from elsewhere wins over "now" and "here", also where it is
 * missing; a photo taken with the app's camera gets the current date and place. What the person entered stays. On the photo board there is no "here".
 */
export function metadataPatch(values: FormValues, before: readonly SourcePhoto[], after: readonly SourcePhoto[]): FormPatch {
  const photos = photosThatTell(after) ?? (values.batch ? [] : null);
  const patch: FormPatch = {};
  const placeBy = placeSetBy(values, before);
  if (photos && placeBy !== 'person') Object.assign(patch, whereFromPhotos(photos));
  else if (!photos && placeBy === 'photos') Object.assign(patch, NO_PLACE, { place_by: 'device' });
  const { latitude } = { ...values, ...patch };
  const whenBy = whenSetBy(values);
  if (photos && whenBy !== 'person') {
    // Without a place, the time zone of the camera's clock is unknown.
    Object.assign(patch, whenFromPhotos(photos), latitude === null ? { time_zone: null } : {});
  } else if (!photos && whenBy === 'photos') {
    const zone = latitude === null ? null : values.time_zone;
    Object.assign(patch, nowPatch(zone ?? deviceTimeZone()), { when_by: 'device' });
  }
  return patch;
}

/** The photos whose metadata decides; null if the record gets the current date and place. */
function photosThatTell<P extends SourcePhoto>(photos: readonly P[]): P[] | null {
  const others = photos.filter(({ is_from_camera }) => !is_from_camera);
  if (others.length === 0 || (others.length < photos.length && !others.some(hasFacts))) return null;
  return others;
}

/** A date and place that some of the photos agree about. */
export interface Claim {
  facts: PhotoFacts;
  /** The photo was taken with the app's camera while the form was open: this record gets the current date and place. */
  isNow: boolean;
}

/** The dates and places of the photos, the earliest first; more than one if the photos disagree. */
export function listClaims(photos: readonly (SourcePhoto & Pick<LocalPhoto, 'created_at'>)[]): Claim[] {
  const claims: Claim[] = [];
  if (photosThatTell(photos) === null) return claims;
  const sources = photos.map((photo): SourcePhoto => ({ ...photo, facts: photo.is_from_camera ? factsOfCamera(photo) : photo.facts }));
  for (const { facts, is_from_camera } of inOrder(sources.filter(hasFacts))) {
    const same = claims.find((claim) => agree(claim.facts, facts));
    if (!same) claims.push({ facts, isNow: is_from_camera === true });
    else if (pickPoint(same.facts) === null) same.facts = { ...same.facts, ...placePart(facts) };
  }
  return claims;
}

function placePart({ latitude, longitude, coordinate_uncertainty_m }: PhotoFacts) {
  return { latitude, longitude, coordinate_uncertainty_m };
}

function factsOfCamera({ created_at }: Pick<LocalPhoto, 'created_at'>): PhotoFacts {
  const { day, time } = wallClock(deviceTimeZone(), new Date(created_at));
  return { latitude: null, longitude: null, coordinate_uncertainty_m: null, taken_on: day, taken_time: time };
}

function agree(one: PhotoFacts, other: PhotoFacts): boolean {
  const [here, there] = [takenAt(one), takenAt(other)];
  const isSameTime = here === null || there === null ? sameDay(one, other) : Math.abs(here - there) <= AGREE_MS;
  return isSameTime && areNear(one, other);
}

const sameDay = (one: PhotoFacts, other: PhotoFacts) => one.taken_on === null || other.taken_on === null || one.taken_on === other.taken_on;
