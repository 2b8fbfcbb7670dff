import { z } from 'zod/mini';
import { RecordIdentifications } from '../identifications.ts';
import { PublicObservation } from '../observations.ts';
import { route } from '../route.ts';
import { CountryFilter, Cursor, NumberText, TaxonGroup, Uuid } from '../vocabulary.ts';

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

export const listWaiting = route({
  method: 'GET',
  path: '/api/identifications/waiting',
  summary:
    'Records of others with a photo that need identification and that the caller has not identified, in the order of the feed. The first page also has the number of them and the groups that the caller knows',
  query: z.object({
    group: z.optional(TaxonGroup),
    /** `1`: only groups that the caller knows. */
    known: z.optional(z.enum(['0', '1'])),
    country: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
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
