import { z } from 'zod/mini';
import { ListedObservation } from './observations.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { areaFilter, CountryFilter, Cursor, NumberText, Uuid } from './vocabulary.ts';

/** Events other than records, of people that the caller follows. None concerns a record that hides its place. */
export const FeedEvent = z.object({
  id: Uuid,
  /** A record that others agree on; badges that a person shares; a project that a person has joined, or that has ended. */
  kind: z.enum(['quality', 'badges', 'joined', 'ended']),
  /** Of badges, the start of the day after, so that it does not show when a hidden record was made. */
  at: z.string(),
  /** How many records of the page come before it. */
  place: z.int(),
  /** Null for a project that has ended. */
  user: z.nullable(z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() })),
  record: z.nullable(ListedObservation),
  /** What the community says that the record shows. */
  taxon: z.nullable(TaxonSummary),
  /** Ids of badges. */
  badges: z.array(z.string()),
  project: z.nullable(z.object({ id: Uuid, name: z.string() })),
});
export type FeedEvent = z.infer<typeof FeedEvent>;

export const getFeed = route({
  method: 'GET',
  path: '/api/feed',
  summary:
    'Public records without those of people whom the caller has muted, last received first; those that hide their place by their month; with their first photo and the beginning of their notes',
  query: z.object({
    country: z.optional(CountryFilter),
    ...areaFilter,
    /** `1`: only records of people that the caller follows, and other events of these people. */
    following: z.optional(z.enum(['0', '1'])),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(ListedObservation), events: z.array(FeedEvent), next_cursor: z.nullable(z.string()) }) },
});
