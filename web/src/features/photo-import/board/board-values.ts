import { type License, type ObservationDraft, PART_NAMES, type PartName, partsIn, recordField, recordParts } from '@veld/contract';
import type { LocalPhoto, PhotoFacts } from '../../../local/db/rows';
import { isSameDraft } from '../../../local/outbox/merge';
import {
  carriedKeys,
  listFormKeys,
  pick,
  isPartFilled,
  type BatchMark,
  blankValues,
  hasUnreadCount,
  type FormPatch,
  type FormPhoto,
  type FormValues,
  makeFormPhoto,
  readFormRecord,
  timeZonePatch,
  typedName,
  metadataPatch,
  placeSetBy,
  pickPoint,
  whenFromPhotos,
  whenSetBy,
  whereFromPhotos,
} from '../../recording/data';

/** A photo on the board, with its metadata. */
export interface BoardPhoto extends FormPhoto {
  facts: PhotoFacts;
}

export type Sharing = Pick<FormValues, 'geoprivacy' | 'license'> & {
  /** Of new photos; if null or absent, that of their record. */
  photo_license?: License | null;
};
/** The time zone of a place; null while the device does not have the zone table. */
export type ZoneOf = (latitude: number, longitude: number) => string | null;

export function boardPhoto(photo: LocalPhoto, license?: License | null): BoardPhoto {
  return { ...makeFormPhoto(photo, license), facts: photo.facts };
}

function mediaOf(photos: readonly BoardPhoto[]): FormPhoto[] {
  return photos.map((boardPhoto) => {
    const { facts: _, ...photo } = boardPhoto;
    return photo;
  });
}

/** Sets the time zone of the place. Without a place, the zone of the camera's clock is unknown. */
export function zoned(values: FormValues, zoneOf: ZoneOf): FormValues {
  const point = pickPoint(values);
  return { ...values, ...timeZonePatch(values, point && zoneOf(point.latitude, point.longitude)) };
}

/** The values of a proposed record: from the photos' metadata and the user's sharing preferences. */
export function proposedValues(photos: readonly BoardPhoto[], sharing: Sharing, zoneOf: ZoneOf, at: number): FormValues {
  const blank = {
    ...blankValues(sharing),
    is_offer_declined: true,
    ...whenFromPhotos(photos),
    ...whereFromPhotos(photos),
    ...journeyOfPhotos(photos),
    media: mediaOf(photos),
  };
  const values = zoned(blank, zoneOf);
  return { ...values, batch: { proposal: proposalOf(values), at } };
}

/** The journey on whose track the photos were found. */
function journeyOfPhotos(photos: readonly BoardPhoto[]): FormPatch {
  const journey = photos.find(({ facts }) => facts.journey_id !== undefined)?.facts.journey_id;
  return journey === undefined ? {} : { journey_id: journey };
}

function proposalOf(values: FormValues): string {
  return JSON.stringify(readFormRecord(values));
}

export const readBatchMark = (values: { batch?: unknown }): BatchMark | null => (values.batch as BatchMark | undefined) ?? null;

/** Whether the record is unedited and unopened since it was proposed, so that regrouping may change it. */
export function isAsProposed(values: FormValues): boolean {
  const proposal = values.batch?.proposal;
  return (
    proposal != null && (proposal === proposalOf(values) || isSameDraft(JSON.parse(proposal) as ObservationDraft, readFormRecord(values)))
  );
}

export function markEdited(values: FormValues): FormValues {
  return { ...values, batch: { at: 0, ...values.batch, proposal: null } };
}

/** The values after photos were added or removed: values from metadata follow the photos, entered values stay. */
export function withPhotos(values: FormValues, before: readonly BoardPhoto[], after: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const patch = metadataPatch(values, before, after);
  const next = markEdited({ ...values, media: mediaOf(after), ...patch });
  return patch.latitude === undefined ? next : zoned(next, zoneOf);
}

/** The values of a record split off from `source`: it inherits the sharing, but not the species. */
export function splitValues(source: FormValues, photos: readonly BoardPhoto[], zoneOf: ZoneOf): FormValues {
  const at = source.batch?.at ?? 0;
  return markEdited({ ...proposedValues(photos, source, zoneOf, at), ...pick(source, carriedKeys('always')) });
}

export interface GroupContents {
  values: FormValues;
  photos: readonly BoardPhoto[];
}

/** Merges records: the first record wins, the others fill its gaps, and the strictest sharing applies. */
export function mergedValues(records: readonly [GroupContents, ...GroupContents[]], zoneOf: ZoneOf): FormValues {
  const photos = records.flatMap((record) => record.photos);
  const all = records.map(({ values }) => values);
  const dated = all.find((values) => whenSetBy(values) === 'person');
  const placed = records.find(({ values, photos: own }) => values.latitude !== null && placeSetBy(values, own) === 'person')?.values;
  const merged: FormValues = {
    ...all[0]!,
    ...Object.assign({}, ...PART_NAMES.map((part) => mergedPart(part, all))),
    attributes: Object.assign({}, ...all.toReversed().map(({ attributes }) => attributes)) as FormValues['attributes'],
    ...(dated ? pick(dated, listFormKeys('when')) : whenFromPhotos(photos)),
    ...(placed ? pick(placed, listFormKeys('place')) : whereFromPhotos(photos)),
    media: mediaOf(photos),
  };
  const { geoprivacy } = merged;
  const shared = { ...merged, geoprivacy_until: untilOf(all.filter((values) => values.geoprivacy === geoprivacy)) };
  return markEdited(placed ? { ...shared, time_zone: placed.time_zone } : zoned(shared, zoneOf));
}

function mergedPart(part: PartName, all: readonly FormValues[]): FormPatch {
  const [head] = recordParts[part];
  const { join, choices } = recordField(head);
  if (join === undefined || join === 'first') return pick(all.find((values) => isPartFilled(values, part)) ?? all[0]!, listFormKeys(part));
  const values = all.map((one) => one[head as keyof FormValues]);
  return { [head]: join === 'paragraphs' ? paragraphs(values as string[]) : strictest(values, [...choices!, null]) };
}

/** The latest day until which a place is hidden; '' (no end) if any record has no end. */
function untilOf(hidden: readonly FormValues[]): string {
  const days = hidden.map(({ geoprivacy_until }) => geoprivacy_until);
  return days.includes('') ? '' : (days.toSorted().at(-1) ?? '');
}

function strictest<T>(values: readonly T[], order: readonly T[]): T {
  return values.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0]!;
}

function paragraphs(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))].join('\n');
}

/** Whether the user entered anything, so that the record is worth keeping without photos. */
export function hasUserInput(values: FormValues): boolean {
  const isFilled = partsIn('taxon', 'count', 'details', 'notes').some((part) => isPartFilled(values, part));
  const isHalfTyped = (values.place_text ?? '').trim() !== '' || hasUnreadCount(values);
  return isFilled || isHalfTyped || typedName(values) !== '' || Object.keys(values.attributes).length > 0;
}
