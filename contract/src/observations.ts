import { z } from 'zod/mini';
import { type FieldType, PUBLIC_FIELD_NAMES, type PublicFieldName, recordField, recordShape, type RecordValues } from './attributes.ts';
import { dayRange } from './dates.ts';
import { attributeFault, hasTooManyUnknown } from './group-fields.ts';
import { DeclaredMedia, Media } from './media.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { CountryFilter, Cursor, DeviceMadeId, Period, Quality, TaxonIdText, Uuid } from './words.ts';

/** What a person knows about a sighting: the body of `putObservation` without the bookkeeping. */
export const ObservationDraft = z
  .object({
    ...recordShape,
    media: z._default(z.array(DeclaredMedia).check(z.maxLength(50)), []),
    /** Declared fields by group (group-fields.ts); kept whole, checked where the key is known, limited where it is not. */
    attributes: z._default(
      z.record(
        z.string().check(z.regex(/^[a-z0-9_]{1,60}$/)),
        z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean(), z.null()]),
      ),
      {},
    ),
  })
  .check(
    z.superRefine((draft, ctx) => {
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
    }),
  );
export type ObservationDraft = z.infer<typeof ObservationDraft>;

function isOneDay(observedOn: string): boolean {
  const days = dayRange(observedOn);
  return days !== null && days.from === days.to;
}

/** A record that is only a tick on a list: a taxon and no date, place, media or notes (decision 0017). */
export function isEmptyObservation(
  draft: Pick<ObservationDraft, 'taxon_id' | 'observed_on' | 'latitude' | 'media' | 'notes' | 'private_notes'>,
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
 * A record that says that its taxon was looked for and not found: a count of 0 (docs/decisions/0013-absence.md). A range from
 * 0 upwards is none. It is a record like any other, and nothing that counts what was seen counts it; on the server by
 * `IS_ABSENCE` of db/absence.ts, which says the same in SQL.
 */
export function isAbsence({ count, count_max }: { count?: number | null | undefined; count_max?: number | null | undefined }): boolean {
  return count === 0 && (count_max ?? 0) === 0;
}

/** The body of a save. `write_id` is made once for a save and kept over all its tries (decision 0017). */
export const ObservationWrite = z.intersection(ObservationDraft, z.object({ write_id: Uuid }));
export type ObservationWrite = z.infer<typeof ObservationWrite>;

const Observer = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });

const shared = {
  id: DeviceMadeId,
  user: Observer,
  taxon: z.nullable(TaxonSummary),
  quality: Quality,
  is_obscured: z.boolean(),
  media: z.array(Media),
  /** A town or region in words; null where it would say more than the public place. */
  place: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
};

/** A record as its owner sees it: everything, the true place included. */
export const OwnObservation = z.object({
  ...recordShape,
  ...shared,
  attributes: z.record(z.string(), z.unknown()),
  /** Its taxon left the taxonomy without a successor: it hangs on a higher one, or on none, until its name is said anew. */
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
  // A choice that a newer server knows is no fault of the reply.
  choice: z.string(),
  period: z.string(),
  date: z.string(),
  time: z.string(),
  zone: z.string(),
  id: z.string(),
};
const publicShape = Object.fromEntries(
  PUBLIC_FIELD_NAMES.map((name) => [name, z.nullable(REPLIES[recordField(name).type])]),
) as unknown as { [K in PublicFieldName]: z.ZodMiniType<RecordValues[K]> };

/** A record as everybody else sees it. The place is the public one; hidden records tell the month only (decision 0016). */
export const PublicObservation = z.object({
  ...shared,
  ...publicShape,
  /** Declared fields of the group; of a hidden record those that cannot tell where it is. */
  attributes: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  created_at: z.nullable(z.string()),
});
export type PublicObservation = z.infer<typeof PublicObservation>;

/** What stays of a deleted record. */
export const Tombstone = z.object({ id: DeviceMadeId, version: z.int(), deleted: z.literal(true) });
export type Tombstone = z.infer<typeof Tombstone>;

const Id = z.object({ id: DeviceMadeId });

export const putObservation = route({
  method: 'PUT',
  path: '/api/observations/:id',
  summary:
    'Store a record. Repeating a write changes nothing; a write based on an older version is 409 with both versions under `current` and `yours`; a deleted record is 410; somebody else’s id is 404',
  params: Id,
  headers: z.object({ 'if-match': z.optional(z.string().check(z.maxLength(40))) }),
  body: ObservationWrite,
  replies: { 200: z.object({ data: OwnObservation }) },
});

export const getObservation = route({
  method: 'GET',
  path: '/api/observations/:id',
  summary: 'One record: whole for its owner, the public projection for others',
  params: Id,
  replies: { 200: z.object({ data: z.union([OwnObservation, PublicObservation]) }) },
});

/** One save of a record, as it was sent; `record` is a whole draft that can be saved again. */
export const ObservationVersion = z.object({
  version: z.int(),
  saved_at: z.string(),
  /** The device it was saved on, by the name of its session. */
  device_name: z.nullable(z.string()),
  record: z.object({ ...recordShape, media: z.array(DeclaredMedia), attributes: z.record(z.string(), z.unknown()) }),
});
export type ObservationVersion = z.infer<typeof ObservationVersion>;

export const listObservationHistory = route({
  method: 'GET',
  path: '/api/observations/:id/history',
  summary: 'The saves of an own record, newest first; an older one is taken by saving it again',
  params: Id,
  replies: { 200: z.object({ data: z.array(ObservationVersion) }) },
});

export const deleteObservation = route({
  method: 'DELETE',
  path: '/api/observations/:id',
  summary: 'Delete an own record; a tombstone stays, so that other devices learn of it',
  params: Id,
  replies: { 204: null },
});

const Limit = z.optional(z.pipe(z.coerce.number<string | number>(), z.int().check(z.gte(1), z.lte(100))));

export const listObservations = route({
  method: 'GET',
  path: '/api/observations',
  summary: 'Public projections, latest first',
  query: z.object({
    user_id: z.optional(Uuid),
    taxon_id: z.optional(TaxonIdText),
    country: z.optional(CountryFilter),
    period: z.optional(Period),
    cursor: z.optional(Cursor),
    limit: Limit,
  }),
  replies: { 200: z.object({ data: z.array(PublicObservation), next_cursor: z.nullable(z.string()) }) },
});

export const listObservationChanges = route({
  method: 'GET',
  path: '/api/observations/changes',
  summary: 'Own records changed since a cursor, tombstones included, for the other devices of a person',
  query: z.object({
    cursor: z.optional(Cursor),
    limit: Limit,
    /** Which device asks, and how much waits there: told again to it at its next login. */
    device_id: z.optional(Uuid),
    unsent: z.optional(z.pipe(z.coerce.number<string | number>(), z.int().check(z.gte(0), z.lte(1_000_000)))),
  }),
  replies: {
    200: z.object({
      data: z.array(z.union([OwnObservation, Tombstone])),
      next_cursor: z.string(),
      has_more: z.boolean(),
      /** Which life of the server's data this is: another one means that it was restored from a backup, and that devices fetch anew. */
      epoch: z.optional(z.string()),
    }),
  },
});
