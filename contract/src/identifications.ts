import { z } from 'zod/mini';
import { CASUAL_REASONS } from './identifications/grade.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { Cursor, DeviceMadeId, NumberText, Quality, TaxonGroup, TaxonId, TaxonIdText, text, Uuid } from './vocabulary.ts';
import { PublicObservation } from './observations.ts';
import { recordFilter } from './explore/record-filter.ts';

/** Limit in characters of the comment of an identification. */
export const MAX_IDENTIFICATION_COMMENT = 500;
/** Limit of identifications of one record by one person, withdrawn and replaced ones included. */
export const MAX_IDENTIFICATIONS_EACH = 20;
/** Limit of identifications on a page, and how many there are without a limit. */
export const MAX_IDENTIFICATIONS_PAGE = 100;

export const IdentificationDraft = z.object({
  taxon_id: TaxonId,
  /** For a taxon that contains the names of others: whether it says that they are wrong. */
  disagrees: z.boolean(),
  comment: z._default(text(MAX_IDENTIFICATION_COMMENT), ''),
});
export type IdentificationDraft = z.infer<typeof IdentificationDraft>;

const LineageShape = z.array(z.object({ id: TaxonId, rank: z.string() }));

const Identifier = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean(), is_former: z.optional(z.literal(true)) });

export const Identification = z.object({
  id: DeviceMadeId,
  user: Identifier,
  taxon: TaxonSummary,
  /** The taxa from the root to its own, for the community taxon on the device. */
  lineage: LineageShape,
  disagrees: z.boolean(),
  comment: z.string(),
  is_expert: z.boolean(),
  is_withdrawn: z.boolean(),
  /** Null for others if the record hides its place (docs/decisions/0016-coordinates-and-geoprivacy.md). */
  created_at: z.nullable(z.string()),
  /** Between its maker and the caller is a block: without name, comment and time, and only while it is active. Absent otherwise. */
  is_unseen: z.optional(z.literal(true)),
});
export type Identification = z.infer<typeof Identification>;

/** What people say that a record shows. */
export const RecordIdentifications = z.object({
  /** Withdrawn ones included. Earliest first; in no meaningful order for others if the record hides its place. */
  identifications: z.array(Identification),
  /** Of the name that the observer gave. */
  own_lineage: LineageShape,
  community_taxon: z.nullable(TaxonSummary),
  quality: Quality,
  /** People agree, but new accounts do not confirm something unusual alone. Absent otherwise. */
  is_held_back: z.optional(z.literal(true)),
  /** Why it is casual; empty otherwise. */
  casual_reasons: z.array(z.enum(CASUAL_REASONS)),
  /** Where the next page begins; null or absent if there is none. */
  next_cursor: z.nullish(z.string()),
});
export type RecordIdentifications = z.infer<typeof RecordIdentifications>;

const Record = z.object({ id: DeviceMadeId });
const One = z.object({ id: DeviceMadeId, identification: DeviceMadeId });

export const listIdentifications = route({
  method: 'GET',
  path: '/api/observations/:id/identifications',
  summary: 'The identifications of a record, its community taxon and its grade',
  params: Record,
  query: z.object({
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MAX_IDENTIFICATIONS_PAGE)))),
  }),
  replies: { 200: z.object({ data: RecordIdentifications }) },
});

export const putIdentification = route({
  method: 'PUT',
  path: '/api/observations/:id/identifications/:identification',
  summary:
    'Identify a record of someone else. It withdraws the caller’s former identification of the record. Repeating the request changes nothing; 409 for an id in use with other content; 403 for the caller’s own record, whose name is changed by an edit. The answer has the record’s grade, and of its identifications this one only',
  params: One,
  body: IdentificationDraft,
  replies: { 200: z.object({ data: RecordIdentifications }) },
});

/** Limit of identifications in one request. */
export const MAX_AGREEMENTS = 30;

export const putAgreements = route({
  method: 'PUT',
  path: '/api/identifications/agreements',
  summary:
    'Identify several records of others as what they are named, each as `PUT /api/observations/:id/identifications/:identification` without a comment, or withdraw these identifications. Records that cannot be identified, because they are gone or the caller’s own, are left out. Repeating the request changes nothing',
  body: z.object({
    identifications: z
      .array(z.object({ id: DeviceMadeId, observation_id: DeviceMadeId, taxon_id: TaxonId }))
      .check(z.minLength(1), z.maxLength(MAX_AGREEMENTS)),
    is_withdrawn: z._default(z.boolean(), false),
  }),
  /** The ids of the identifications that are stored, or withdrawn. */
  replies: { 200: z.object({ data: z.array(DeviceMadeId) }) },
});

export const withdrawIdentification = route({
  method: 'DELETE',
  path: '/api/observations/:id/identifications/:identification',
  summary: 'Withdraw an identification of the caller; it stays in the history. An unknown one counts as withdrawn',
  params: One,
  replies: { 204: null },
});

/** A confusion is shown once this many people gave the other name, so that it says nothing about the mistakes of one of them. */
export const CONFUSED_BY = 3;

export const listConfusions = route({
  method: 'GET',
  path: '/api/identifications/confusions/:taxonId',
  summary:
    'The species with which people confused a species, the most frequent first: how many open records had the other name and this community taxon, and the reverse. Only from 3 people on',
  params: z.object({ taxonId: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.object({
        species: z.array(
          z.object({
            taxon: TaxonSummary,
            /** Records that somebody had named so, and that are of the species that was asked for. */
            corrected_from: z.int(),
            /** Records that somebody had named as the species that was asked for, and that are of this one. */
            corrected_to: z.int(),
          }),
        ),
      }),
    }),
  },
});

/** Limit of records on a page of the queue. */
export const MAX_WAITING_PAGE = 50;
/** Waiting records are counted up to this number. */
export const MAX_WAITING_COUNT = 1000;
/** From this many own records, or identifications of others' records, on, a person knows a group. */
export const KNOWN_GROUP_RECORDS = 10;
export const KNOWN_GROUP_IDENTIFICATIONS = 5;

/** A record of someone else, complete, with what people say that it shows. */
export const WaitingRecord = z.extend(PublicObservation, { opinions: RecordIdentifications });
export type WaitingRecord = z.infer<typeof WaitingRecord>;

/** A group that the caller knows, and why. */
export const KnownGroup = z.object({
  group: TaxonGroup,
  /** The caller's own records of the group. */
  records: z.int(),
  /** The caller's identifications in the group. */
  identifications: z.int(),
  /** The caller's identifications in the group are those of an expert, everywhere or in a country. */
  is_expert: z.boolean(),
});
export type KnownGroup = z.infer<typeof KnownGroup>;

/**
 * Orders of the queue: by arrival, by the time of the observation, by how many names exclude each other, and by how unusual the species is
 * in the country and month. The last two order the latest `MAX_WAITING_COUNT` records.
 */
export const WAITING_ORDERS = ['uploaded', 'observed', 'disputed', 'unusual'] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

export const listWaiting = route({
  method: 'GET',
  path: '/api/identifications/waiting',
  summary:
    'Records of others with a photo that need identification and that the caller has not identified, in the order of the feed unless another is asked for. The first page also has the number of them and the groups that the caller knows',
  query: z.extend(recordFilter, {
    /** `1`: only groups that the caller knows. */
    known: z.optional(z.enum(['0', '1'])),
    /** `1`: also records that the caller has marked as reviewed. */
    reviewed: z.optional(z.enum(['0', '1'])),
    /** A cursor belongs to the order it came from. */
    order: z.optional(z.enum(WAITING_ORDERS)),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MAX_WAITING_PAGE)))),
  }),
  replies: {
    200: z.object({
      data: z.array(WaitingRecord),
      next_cursor: z.nullable(z.string()),
      /** `is_minimum`: there are more than were counted. Null after the first page. */
      total: z.nullable(z.object({ count: z.int(), is_minimum: z.boolean() })),
      /** Those with the most experience first. Null after the first page. */
      known_groups: z.nullable(z.array(KnownGroup)),
    }),
  },
});
