import { type ObservationDraft, PART_NAMES, type PartName, partsIn, recordField, recordParts } from '@veld/contract';
import type { LocalPhoto, PhotoFacts } from '../../../local/db/rows';
import { isSameDraft } from '../../../local/outbox/merge';
import { blankPart, carriedKeys, keysOf, pick, says } from '../../recording/form-parts';
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

export const NO_PLACE = blankPart('place');

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
  return { ...NO_PLACE, latitude, longitude, coordinate_uncertainty_m, location_source: 'exif' };
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
  const proposal = values.batch?.proposal;
  return proposal != null && (proposal === proposalOf(values) || isSameDraft(JSON.parse(proposal) as ObservationDraft, recordOf(values)));
}

export function shaped(values: FormValues): FormValues {
  return { ...values, batch: { at: 0, ...values.batch, proposal: null } };
}

function isTold(values: FormValues, told: FormPatch): boolean {
  return (Object.keys(told) as (keyof FormPatch)[]).every((key) => values[key] === told[key]);
}

/** What a record says after photos came or went: what its photos told follows them, what a person said stays. */
export function withPhotos(values: FormValues, before: readonly BoardPhoto[], after: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const next = { ...values, media: mediaOf(after) };
  if (isTold(values, toldWhen(before))) Object.assign(next, toldWhen(after));
  if (!isTold(values, toldWhere(before))) return shaped(next);
  return shaped(zoned({ ...next, ...toldWhere(after) }, zoneOf));
}

/** Photos taken out of a record for one of their own. Their species is not known by that; whom they are shown to is. */
export function splitValues(source: FormValues, photos: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const at = source.batch?.at ?? 0;
  return shaped({ ...proposedValues(photos, source, zoneOf, at), ...pick(source, carriedKeys('always')) });
}

export interface Shaped {
  values: FormValues;
  photos: readonly BoardPhoto[];
}

/** Records made into one: the first's word counts, the others fill what it leaves open, and the stricter sharing stays. */
export function joinedValues(records: readonly [Shaped, ...Shaped[]], zoneOf: ZoneOf): FormValues {
  const photos = records.flatMap((record) => record.photos);
  const all = records.map(({ values }) => values);
  const dated = records.find(({ values, photos: own }) => !isTold(values, toldWhen(own)))?.values;
  const placed = records.find(({ values, photos: own }) => values.latitude !== null && !isTold(values, toldWhere(own)))?.values;
  const joined: FormValues = {
    ...all[0]!,
    ...Object.assign({}, ...PART_NAMES.map((part) => joinedPart(part, all))),
    attributes: Object.assign({}, ...all.toReversed().map(({ attributes }) => attributes)) as FormValues['attributes'],
    ...(dated ? pick(dated, keysOf('when')) : toldWhen(photos)),
    ...(placed ? pick(placed, keysOf('place')) : toldWhere(photos)),
    media: mediaOf(photos),
  };
  const { geoprivacy } = joined;
  const shared = { ...joined, geoprivacy_until: untilOf(all.filter((values) => values.geoprivacy === geoprivacy)) };
  return shaped(placed ? { ...shared, time_zone: placed.time_zone } : zoned(shared, zoneOf));
}

function joinedPart(part: PartName, all: readonly FormValues[]): FormPatch {
  const [head] = recordParts[part];
  const { join, choices } = recordField(head);
  if (join === undefined || join === 'first') return pick(all.find((values) => says(values, part)) ?? all[0]!, keysOf(part));
  const values = all.map((one) => one[head as keyof FormValues]);
  return { [head]: join === 'paragraphs' ? paragraphs(values as string[]) : strictest(values, [...choices!, null]) };
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
  const isSaid = partsIn('taxon', 'count', 'details', 'notes').some((part) => says(values, part));
  return isSaid || (values.place_text ?? '').trim() !== '' || Object.keys(values.attributes).length > 0;
}
