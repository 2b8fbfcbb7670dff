import { GEOPRIVACIES } from '@veld/contract';
import type { LocalPhoto, PhotoFacts } from '../../../local/db/rows';
import {
  type BatchMark,
  blankValues,
  type FormPatch,
  type FormPhoto,
  type FormValues,
  photoOf,
  recordOf,
} from '../../recording/form-values';
import { pointOf, takenAt } from './group-photos';

/** A photo on the board, with what its camera told. */
export interface BoardPhoto extends FormPhoto {
  facts: PhotoFacts;
}

export type Sharing = Pick<FormValues, 'geoprivacy' | 'license'>;
/** The zone of a place, as far as the device has the table at hand. */
export type ZoneOf = (latitude: number, longitude: number) => string | null;

export function boardPhoto(photo: LocalPhoto): BoardPhoto {
  return { ...photoOf(photo), facts: photo.facts };
}

const WHEN = ['date_kind', 'day', 'month', 'time', 'when_source'] as const;
const WHERE = ['latitude', 'longitude', 'coordinate_uncertainty_m', 'location_source', 'location_id'] as const;

export const NO_PLACE = {
  latitude: null,
  longitude: null,
  coordinate_uncertainty_m: null,
  location_source: null,
  location_id: null,
} as const satisfies FormPatch;

/** Date and time as the first photo tells them that tells any; unknown where none does. */
function toldWhen(photos: readonly BoardPhoto[]): FormPatch {
  const { taken_on, taken_time } = inOrder(photos)[0]?.facts ?? { taken_on: null, taken_time: null };
  if (taken_on === null) return { date_kind: 'unknown', day: '', month: '', time: '', when_source: 'typed' };
  return { date_kind: 'day', day: taken_on, month: taken_on.slice(0, 7), time: taken_time ?? '', when_source: 'photo' };
}

/** The place as the first photo tells it that tells any. */
function toldWhere(photos: readonly BoardPhoto[]): FormPatch {
  const facts = inOrder(photos).find((photo) => pointOf(photo.facts) !== null)?.facts;
  if (!facts) return NO_PLACE;
  const { latitude, longitude, coordinate_uncertainty_m } = facts;
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'exif', location_id: null };
}

function inOrder(photos: readonly BoardPhoto[]): BoardPhoto[] {
  return photos.toSorted((one, other) => (takenAt(one.facts) ?? Infinity) - (takenAt(other.facts) ?? Infinity) || 0);
}

function mediaOf(photos: readonly BoardPhoto[]): FormPhoto[] {
  return photos.map((told) => {
    const { facts: _, ...photo } = told;
    return photo;
  });
}

/** The zone follows the place; where there is none, the camera's clock has no zone that anybody knows. */
function zoned(values: FormValues, zoneOf: ZoneOf): FormValues {
  const point = pointOf(values);
  return { ...values, time_zone: point && zoneOf(point.latitude, point.longitude) };
}

/** A record that nobody has looked at: what its photos tell, and the person's own way of sharing. */
export function proposedValues(photos: readonly BoardPhoto[], sharing: Sharing, zoneOf: ZoneOf, at: number): FormValues {
  const blank = { ...blankValues(sharing), is_offer_declined: true, ...toldWhen(photos), ...toldWhere(photos), media: mediaOf(photos) };
  const values = zoned(blank, zoneOf);
  return { ...values, batch: { proposal: proposalOf(values), at } };
}

function proposalOf(values: FormValues): string {
  return JSON.stringify(recordOf(values));
}

export const markOf = (values: { batch?: unknown }): BatchMark | null => (values.batch as BatchMark | undefined) ?? null;

/** Nobody shaped it, said anything of it or opened it: it may be proposed anew. */
export function isAsProposed(values: FormValues): boolean {
  return values.batch?.proposal != null && values.batch.proposal === proposalOf(values);
}

export function shaped(values: FormValues): FormValues {
  return { ...values, batch: { at: 0, ...values.batch, proposal: null } };
}

function isSame(values: FormValues, told: FormPatch, keys: readonly (keyof FormValues)[]): boolean {
  return keys.every((key) => values[key] === told[key]);
}

/** What a record says after photos came or went: what its photos told follows them, what a person said stays. */
export function withPhotos(values: FormValues, before: readonly BoardPhoto[], after: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const next = { ...values, media: mediaOf(after) };
  if (isSame(values, toldWhen(before), WHEN)) Object.assign(next, toldWhen(after));
  if (!isSame(values, toldWhere(before), WHERE)) return shaped(next);
  return shaped(zoned({ ...next, ...toldWhere(after) }, zoneOf));
}

/** Photos taken out of a record for one of their own. Their species is not known by that; whom they are shown to is. */
export function splitValues(source: FormValues, photos: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const at = source.batch?.at ?? 0;
  const { geoprivacy, geoprivacy_until, license, journey_id } = source;
  return shaped({ ...proposedValues(photos, source, zoneOf, at), geoprivacy, geoprivacy_until, license, journey_id });
}

export interface Shaped {
  values: FormValues;
  photos: readonly BoardPhoto[];
}

/** From what allows most to what allows least. */
const LICENSES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-NC-4.0', null] as const;

/** Records made into one: the first's word counts, the others fill what it leaves open, and the stricter sharing stays. */
export function joinedValues(records: readonly [Shaped, ...Shaped[]], zoneOf: ZoneOf): FormValues {
  const photos = records.flatMap((record) => record.photos);
  const all = records.map(({ values }) => values);
  const first = all[0]!;
  const named = all.find(({ taxon, verbatim_name }) => taxon !== null || verbatim_name !== '') ?? first;
  const counted = all.find(({ count }) => count !== null) ?? first;
  const hidden = strictest(
    all.map(({ geoprivacy }) => geoprivacy),
    GEOPRIVACIES,
  );
  const dated = records.find(({ values, photos: own }) => !isSame(values, toldWhen(own), WHEN))?.values;
  const placed = records.find(({ values, photos: own }) => values.latitude !== null && !isSame(values, toldWhere(own), WHERE))?.values;
  const pick = (from: FormValues, keys: readonly (keyof FormValues)[]): FormPatch =>
    Object.fromEntries(keys.map((key) => [key, from[key]]));
  const joined: FormValues = {
    ...first,
    ...pick(named, ['taxon', 'verbatim_name', 'uncertain']),
    ...pick(counted, ['count', 'count_max', 'count_type']),
    life_stage: all.find(({ life_stage }) => life_stage !== null)?.life_stage ?? null,
    sex: all.find(({ sex }) => sex !== null)?.sex ?? null,
    notes: paragraphs(all.map(({ notes }) => notes)),
    private_notes: paragraphs(all.map(({ private_notes }) => private_notes)),
    attributes: Object.assign({}, ...all.toReversed().map(({ attributes }) => attributes)) as FormValues['attributes'],
    geoprivacy: hidden,
    geoprivacy_until: untilOf(all.filter(({ geoprivacy }) => geoprivacy === hidden)),
    license: strictest(
      all.map(({ license }) => license ?? null),
      LICENSES,
    ),
    journey_id: all.find(({ journey_id }) => journey_id !== null)?.journey_id ?? null,
    ...(dated ? pick(dated, [...WHEN, 'kept_date']) : toldWhen(photos)),
    ...(placed ? pick(placed, WHERE) : toldWhere(photos)),
    media: mediaOf(photos),
  };
  return shaped(placed ? { ...joined, time_zone: placed.time_zone } : zoned(joined, zoneOf));
}

/** Hidden for good where one of them is, else as long as the longest. */
function untilOf(hidden: readonly FormValues[]): string {
  const days = hidden.map(({ geoprivacy_until }) => geoprivacy_until);
  return days.includes('') ? '' : (days.toSorted().at(-1) ?? '');
}

function strictest<T>(said: readonly T[], order: readonly T[]): T {
  return said.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0]!;
}

function paragraphs(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))].join('\n');
}

/** Whether it says anything beside what its photos tell, so that it is worth keeping without them. */
export function saysMore(values: FormValues): boolean {
  const { taxon, verbatim_name, notes, private_notes, count, attributes, place_text = '' } = values;
  return (
    taxon !== null ||
    [verbatim_name, notes, private_notes, place_text].some((text) => text.trim() !== '') ||
    count !== null ||
    Object.keys(attributes).length > 0
  );
}
