import { z } from 'zod/mini';
import { type FieldType, PUBLIC_FIELD_NAMES, type PublicFieldName, recordField, recordShape, type RecordValues } from './attributes.ts';
import { dayRange } from './dates.ts';
import { attributeFault, hasTooManyUnknown } from './group-fields.ts';
import { DeclaredMedia, Media } from './media.ts';
import { PlaceInWords } from './places.ts';
import { HiddenBy } from './sensitive/hidden-by.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { areaFilter, CountryFilter, Cursor, DeviceMadeId, NumberText, Period, Quality, TaxonIdText, Uuid } from './vocabulary.ts';
import { fromKeys } from './keys.ts';
import { ValidationState } from './validation/states.ts';

const draftShape = {
  ...recordShape,
  media: z._default(z.array(DeclaredMedia).check(z.maxLength(50)), []),
  /** Group fields (group-fields.ts) are validated; undeclared attributes are stored as sent, up to a limit. */
  attributes: z._default(
    z.record(
      z.string().check(z.regex(/^[a-z0-9_]{1,60}$/)),
      z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean(), z.null()]),
    ),
    {},
  ),
};
const DraftShape = z.object(draftShape);

/** The content of a record: the body of `putObservation` without `write_id`. */
export const ObservationDraft = DraftShape.check(z.superRefine(checkDraft));
export type ObservationDraft = z.infer<typeof ObservationDraft>;

/** Rules for several fields together. */
function checkDraft(draft: z.infer<typeof DraftShape>, ctx: z.core.$RefinementCtx): void {
  const fail = (field: string, error: string) => ctx.addIssue({ code: 'custom', path: [field], message: error });
  const isBlank = !draft.verbatim_name?.trim();
  if (!draft.taxon_id && isBlank && draft.media.length === 0) fail('taxon_id', 'taxon_or_photo');
  if ((draft.latitude == null) !== (draft.longitude == null)) fail('latitude', 'coordinates_pair');
  if (draft.latitude === 0 && draft.longitude === 0) fail('latitude', 'zero_coordinates');
  if (draft.observed_time && (!draft.observed_on || !isOneDay(draft.observed_on))) fail('observed_time', 'time_without_day');
  if (draft.count_type === 'range' && (draft.count == null || draft.count_max == null || draft.count_max < draft.count))
    fail('count_max', 'count_range');
  if (draft.count_type !== 'range' && draft.count_max != null) fail('count_max', 'count_range');
  for (const [name, value] of Object.entries(draft.attributes)) {
    const fault = attributeFault(name, value);
    if (fault) ctx.addIssue({ code: 'custom', path: ['attributes', name], message: fault });
  }
  if (hasTooManyUnknown(draft.attributes)) fail('attributes', 'attributes_limit');
  if (new Set(draft.media.map((photo) => photo.id)).size !== draft.media.length) fail('media', 'media_twice');
}

function isOneDay(observedOn: string): boolean {
  const days = dayRange(observedOn);
  return days !== null && days.from === days.to;
}

/** Whether a record has a taxon, but no date, place, media and notes (decision 0017). */
export function isEmptyObservation(
  draft: Pick<ObservationDraft, 'taxon_id' | 'observed_on' | 'latitude' | 'notes' | 'private_notes'> & { media: readonly unknown[] },
): boolean {
  return (
    Boolean(draft.taxon_id) &&
    !draft.observed_on &&
    draft.latitude == null &&
    draft.media.length === 0 &&
    !draft.notes?.trim() &&
    !draft.private_notes?.trim()
  );
}

/**
 * Whether a record is a tick: a species marked as seen, with nothing else. Ticks count as species seen, and nowhere as records. An
 * absence never is one.
 */
export function isTick(draft: Parameters<typeof isEmptyObservation>[0] & Parameters<typeof isAbsence>[0]): boolean {
  return isEmptyObservation(draft) && !isAbsence(draft);
}

/**
 * Whether a record states that its taxon was looked for and not found: a count of 0 (docs/decisions/0013-absence.md). A range
 * from 0 to more is not an absence. Statistics of what was seen exclude absences; `IS_ABSENCE` in the server's db/conditions.ts is
 * the same rule in SQL.
 */
export function isAbsence({ count, count_max }: { count?: number | null | undefined; count_max?: number | null | undefined }): boolean {
  return count === 0 && (count_max ?? 0) === 0;
}

/** The body of a save. `write_id` is made once per save and stays the same in every retry (decision 0017). */
export const ObservationWrite = z.object({ ...draftShape, write_id: Uuid }).check(z.superRefine(checkDraft));
export type ObservationWrite = z.infer<typeof ObservationWrite>;

const Observer = z.object({
  id: Uuid,
  name: z.string(),
  is_pro: z.boolean(),
  /** Set if the account was closed and its records keep the name: there is no profile. Absent for everyone else. */
  is_former: z.optional(z.literal(true)),
});

const shared = {
  id: DeviceMadeId,
  user: Observer,
  taxon: z.nullable(TaxonSummary),
  quality: Quality,
  /** The taxon on which people agree; older servers send none (docs/decisions/0044-community-taxon.md). */
  community_taxon_id: z.optional(z.nullable(z.int())),
  /** What validators say of it; older servers send none. */
  validation: z.optional(ValidationState),
  is_obscured: z.boolean(),
  /** Absent unless a rule hides the place; `is_obscured` is then true. */
  hidden_by: z.optional(HiddenBy),
  media: z.array(Media),
  /** The public place in words; for its owner, the true place. Null for private records, and until the server has computed it. */
  place: z.nullable(PlaceInWords),
  country_code: z.nullable(z.string()),
};

/** A record as its owner sees it: complete, with the true coordinates. */
export const OwnObservation = z.object({
  ...recordShape,
  ...shared,
  attributes: z.record(z.string(), z.unknown()),
  /**
   * Its taxon was deleted from the taxonomy without a successor. The record has a higher taxon or none until the owner identifies
   * it again.
   */
  needs_review: z.optional(z.boolean()),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OwnObservation = z.infer<typeof OwnObservation>;

const REPLIES: Record<FieldType, z.ZodMiniType> = {
  taxon: z.int(),
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  // Not an enum, so that an older app accepts a choice added by a newer server.
  choice: z.string(),
  period: z.string(),
  date: z.string(),
  time: z.string(),
  zone: z.string(),
  id: z.string(),
};
const publicShape = fromKeys(PUBLIC_FIELD_NAMES, (name) => z.nullable(REPLIES[recordField(name).type])) as {
  [K in PublicFieldName]: z.ZodMiniType<RecordValues[K]>;
};

/** A record as others see it: with the public point, and with only the month if it hides its place (decision 0016). */
export const PublicObservation = z.object({
  ...shared,
  ...publicShape,
  /** Group fields; if the record hides its place, without those that could reveal it. */
  attributes: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  created_at: z.nullable(z.string()),
});
export type PublicObservation = z.infer<typeof PublicObservation>;

/** Limit in characters of the notes of a record in a public list. */
export const LISTED_NOTES = 200;

/**
 * A public record in a list. Its size has a limit however large the record is: `media` has only the first photo, and long notes are
 * cut and end with an ellipsis. Its own address has everything.
 */
export const ListedObservation = z.extend(PublicObservation, { photo_count: z.int() });
export type ListedObservation = z.infer<typeof ListedObservation>;

/** What remains of a deleted record. */
export const Tombstone = z.object({ id: DeviceMadeId, version: z.int(), deleted: z.literal(true) });
export type Tombstone = z.infer<typeof Tombstone>;

const Id = z.object({ id: DeviceMadeId });

export const putObservation = route({
  method: 'PUT',
  path: '/api/observations/:id',
  summary:
    'Store a record. Repeating a write changes nothing. 409 for a write based on an older version, or repeated with other content, with both versions as `current` and `yours`; 410 for a deleted record; 422 for a date in the future; 404 for the id of another user’s record',
  params: Id,
  headers: z.object({ 'if-match': z.optional(z.string().check(z.maxLength(40))) }),
  body: ObservationWrite,
  replies: { 200: z.object({ data: OwnObservation }) },
});

export const getObservation = route({
  method: 'GET',
  path: '/api/observations/:id',
  summary: 'A record: complete for its owner, the public projection for others',
  params: Id,
  replies: { 200: z.object({ data: z.union([OwnObservation, PublicObservation]) }) },
});

/** One save of a record. `record` is the complete draft as sent, and can be saved again. */
export const ObservationVersion = z.object({
  version: z.int(),
  saved_at: z.string(),
  /** The device name of the session that saved it. */
  device_name: z.nullable(z.string()),
  record: z.object({ ...recordShape, media: z.array(DeclaredMedia), attributes: z.record(z.string(), z.unknown()) }),
});
export type ObservationVersion = z.infer<typeof ObservationVersion>;

const Limit = z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100))));

export const listObservationHistory = route({
  method: 'GET',
  path: '/api/observations/:id/history',
  summary: 'The versions of a record of the caller, newest first, 20 per page; save an older one again to restore it',
  params: Id,
  query: z.object({ cursor: z.optional(Cursor), limit: Limit }),
  replies: { 200: z.object({ data: z.array(ObservationVersion), next_cursor: z.nullable(z.string()) }) },
});

export const deleteObservation = route({
  method: 'DELETE',
  path: '/api/observations/:id',
  summary: 'Delete a record of the caller, leaving a tombstone for the other devices',
  params: Id,
  replies: { 204: null },
});

export const listObservations = route({
  method: 'GET',
  path: '/api/observations',
  summary: 'Public projections of records, latest first, with their first photo and the beginning of their notes',
  query: z.object({
    user_id: z.optional(Uuid),
    taxon_id: z.optional(TaxonIdText),
    country: z.optional(CountryFilter),
    ...areaFilter,
    period: z.optional(Period),
    quality: z.optional(Quality),
    /** With 1, only records with a photo that others can see. */
    photos: z.optional(z.enum(['0', '1'])),
    /** By the time of the observation if absent. A cursor belongs to the order it came from. */
    order: z.optional(z.enum(['observed', 'uploaded'])),
    cursor: z.optional(Cursor),
    limit: Limit,
  }),
  replies: { 200: z.object({ data: z.array(ListedObservation), next_cursor: z.nullable(z.string()) }) },
});

export const listObservationChanges = route({
  method: 'GET',
  path: '/api/observations/changes',
  summary: 'Records of the caller changed since a cursor, tombstones included, for the other devices of a person',
  query: z.object({
    cursor: z.optional(Cursor),
    limit: Limit,
    /** The calling device and its number of unsent items, which its next login returns as `device_unsent`. */
    device_id: z.optional(Uuid),
    unsent: z.optional(z.pipe(NumberText, z.int().check(z.gte(0), z.lte(1_000_000)))),
  }),
  replies: {
    200: z.object({
      data: z.array(z.union([OwnObservation, Tombstone])),
      next_cursor: z.string(),
      has_more: z.boolean(),
      /** Without a cursor: how many there are on all pages, for a device that gets them for the first time. */
      total: z.optional(z.int()),
      /** Identifies the server's data. It changes when a backup is restored; devices then fetch everything again. */
      epoch: z.optional(z.string()),
    }),
  },
});
