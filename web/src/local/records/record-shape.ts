import {
  type DeclaredMedia,
  fromKeys,
  type Media,
  type ObservationDraft,
  type OwnObservation,
  RECORD_FIELD_NAMES,
  type TaxonSummary,
} from '@veld/contract';
import { isSame } from '../outbox/is-same';
import type { LocalMedia, LocalObservation } from '../db/rows';

type Fields = Pick<ObservationDraft, (typeof RECORD_FIELD_NAMES)[number]>;
export type Observer = OwnObservation['user'];

/** The fields of a record, without its photos and attributes; null where it has none. */
export function pickFields(record: Fields): Fields {
  return fromKeys(RECORD_FIELD_NAMES, (name) => record[name] ?? null) as Fields;
}

/** What the observer entered, without what device and server added; used for sending, comparing and merging. */
export function pickDraft(record: OwnObservation | LocalObservation): ObservationDraft {
  return {
    ...pickFields(record),
    media: record.media.map(declaredOf),
    attributes: record.attributes as ObservationDraft['attributes'],
  };
}

function declaredOf(photo: Media | LocalMedia): DeclaredMedia {
  const { id, type, width, height, caption, license, order } = photo;
  // The server sends the owner the hash of every photo, and rejects a save without one.
  return {
    id,
    sha256: photo.sha256 ?? '',
    type: type as DeclaredMedia['type'],
    width,
    height,
    caption: caption ?? null,
    license: license ?? null,
    order,
    // Absent if unknown here, so that a crop this device has not seen is kept (`DeclaredMedia`).
    ...(photo.crop === undefined ? {} : { crop: photo.crop }),
  };
}

/** The server's URLs of the photo with its current crop; there are none for a new crop yet. */
function addressesOf(photo: DeclaredMedia, before: LocalMedia | undefined): Pick<LocalMedia, 'urls' | 'whole_urls'> {
  const whole = before && (before.crop ? before.whole_urls : (before.urls ?? undefined));
  const isSameCrop = isSame(photo.crop ?? null, before?.crop ?? null);
  const urls = isSameCrop ? (before?.urls ?? null) : photo.crop ? null : (whole ?? null);
  return { urls, ...(whole && photo.crop ? { whole_urls: whole } : {}) };
}

/** The row of a record saved on this device; `before` is the row it replaces. */
export function savedRow(
  id: string,
  draft: ObservationDraft,
  before: LocalObservation | undefined,
  facts: { user: Observer; taxon: TaxonSummary | null; now: number; thumbhashes: ReadonlyMap<string, string | null> },
): LocalObservation {
  const known = new Map(before?.media.map((photo) => [photo.id, photo]));
  const isSameTaxon = before?.taxon_id === draft.taxon_id;
  const isSamePlace = before?.latitude === (draft.latitude ?? null) && before.longitude === (draft.longitude ?? null);
  return {
    ...(before ?? {
      id,
      quality: null,
      is_obscured: false,
      place: null,
      country_code: null,
      version: 0,
      created_at: null,
      updated_at: null,
      base: null,
      newer: null,
      saved_at: facts.now,
    }),
    ...pickFields(draft),
    // The server describes the place that it knows.
    ...(isSamePlace ? {} : { place: null, country_code: null }),
    user: facts.user,
    taxon: facts.taxon ?? (isSameTaxon ? (before?.taxon ?? null) : null),
    // The server decides again what rules hide; until then, the same species hides as before.
    is_obscured: draft.geoprivacy !== 'open' || (isSameTaxon && before?.hidden_by !== undefined),
    media: draft.media.map((photo) => {
      const stored = known.get(photo.id);
      return {
        ...photo,
        thumbhash: facts.thumbhashes.get(photo.id) ?? stored?.thumbhash ?? null,
        ...addressesOf(photo, stored),
        ...(stored?.failed ? { failed: stored.failed } : {}),
      };
    }),
    attributes: draft.attributes,
    ...(before?.needs_review && !(isSameTaxon && before.verbatim_name === (draft.verbatim_name ?? null)) ? { needs_review: false } : {}),
    deleted: 0,
  };
}

/** The row of a record from the server, with the fields of `before` that only the device knows. */
export function storedRow(own: OwnObservation, before: LocalObservation | undefined): LocalObservation {
  const hashes = new Map(before?.media.map((photo) => [photo.id, photo]));
  return {
    ...own,
    media: own.media.map((photo) => ({
      ...declaredOf(photo),
      sha256: photo.sha256 ?? hashes.get(photo.id)?.sha256 ?? '',
      thumbhash: photo.thumbhash ?? hashes.get(photo.id)?.thumbhash ?? null,
      urls: photo.urls,
      ...(photo.whole_urls ? { whole_urls: photo.whole_urls } : {}),
      ...(photo.failed ? { failed: photo.failed } : {}),
    })),
    attributes: own.attributes as ObservationDraft['attributes'],
    base: own,
    newer: null,
    deleted: 0,
    saved_at: before?.saved_at ?? (Date.parse(own.created_at) || 0),
  };
}
