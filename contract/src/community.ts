import { z } from 'zod/mini';
import { YearText } from './explore/record-filter.ts';
import { route } from './route.ts';
import { areaFilter, CountryFilter, Period, TaxonGroup, TaxonId, TaxonIdText, text, Uuid } from './vocabulary.ts';

export const CommunityUser = z.object({
  id: Uuid,
  name: z.string(),
  country_code: z.nullable(z.string()),
  is_pro: z.boolean(),
  /** Whether the person chose to be listed, so that others can follow them. */
  is_listed: z.boolean(),
  observations: z.int(),
  species: z.int(),
});
export type CommunityUser = z.infer<typeof CommunityUser>;

export const listCommunityUsers = route({
  method: 'GET',
  path: '/api/community/users',
  summary:
    'The caller and the people of a country who opted in, with the totals of the country; with a saved place or a circle, the people with records there and its totals',
  query: z.object({
    country: z.optional(CountryFilter),
    ...areaFilter,
    /** Part of the names of people other than the caller; the totals include everybody. */
    name: z.optional(text(80)),
  }),
  replies: {
    200: z.object({ data: z.array(CommunityUser), totals: z.object({ people: z.int(), observations: z.int(), species: z.int() }) }),
  },
});

export const listSpeciesOfPerson = route({
  method: 'GET',
  path: '/api/community/users/:id/species',
  summary:
    'Ids of the species in the public records of a person who opted in to the community, to compare lists; of a friend who shares what they need, also of those they ticked; 404 for everyone else',
  params: z.object({ id: Uuid }),
  query: z.object({
    country: z.optional(CountryFilter),
    /** A public place. 404 if there is none that the caller sees. */
    place: z.optional(Uuid),
    ...areaFilter,
    period: z.optional(Period),
    /** The first and the last day, which narrow the period; without one, there is no limit. */
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  }),
  replies: {
    200: z.object({
      data: z.object({
        id: Uuid,
        name: z.string(),
        species: z.array(TaxonId),
        /**
         * Species that they ticked without a record, of a country or the world and without days: they need all that is in neither list.
         * Null if they do not share what they need with the caller (decision 0092).
         */
        ticked: z.nullable(z.array(TaxonId)),
      }),
    }),
  },
});

export const listTaxonObservers = route({
  method: 'GET',
  path: '/api/community/observers/:taxonId',
  summary: 'The people with the most public records of a taxon, among those who opted in',
  params: z.object({ taxonId: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.object({ people: z.array(z.object({ id: Uuid, name: z.string(), is_pro: z.boolean(), observations: z.int() })) }),
    }),
  },
});

/** The figures of a person that can be new to them. */
export const STATISTICS = ['observations', 'species', 'days', 'identifications'] as const;
export const StatisticName = z.enum(STATISTICS);
export type StatisticName = z.infer<typeof StatisticName>;

export const Statistics = z.object({
  observations: z.int(),
  species: z.int(),
  /** Records that are confirmed, and those that are or can be. */
  confirmed: z.int(),
  confirmable: z.int(),
  /** Days with a record; of others, a record that hides its place has none. */
  days: z.int(),
  /** Identifications of records of others that don't hide their place. */
  identifications: z.int(),
  /** Finished journeys; of others those that they share. With a country, those with a record there. */
  journeys: z.optional(z.int()),
  /** The length of these journeys; of others that of the tracks as they share them, without the parts that are left out. */
  kilometres: z.optional(z.number()),
  /** By species among the people of the community; null for people who are not listed or found none. */
  rank: z.nullable(z.int()),
  /** Records of each month of the year, January first, where the whole date lies in one. */
  months: z.array(z.int()),
  /** Most records first. */
  groups: z.array(z.object({ group: TaxonGroup, observations: z.int(), species: z.int() })),
  /** The caller's own figures that are higher, worldwide, than when they were last seen. Empty for others. */
  raised: z.array(StatisticName),
});
export type Statistics = z.infer<typeof Statistics>;

export const getStatistics = route({
  method: 'GET',
  path: '/api/community/statistics/:user/:period/:location',
  summary:
    'Figures of a person: the caller’s own of all their records, those of others of what their public lists show. `location` is a country code or `worldwide`',
  params: z.object({ user: Uuid, period: Period, location: CountryFilter }),
  replies: { 200: z.object({ data: Statistics }) },
});

export const markStatisticSeen = route({
  method: 'POST',
  path: '/api/community/statistics/seen/:user/:period',
  summary: 'Marks a figure of the caller as seen, so that it is not raised any more; repeating it changes nothing',
  params: z.object({ user: Uuid, period: Period }),
  body: z.strictObject({ statistic: StatisticName }),
  replies: { 200: z.object({ data: z.object({ raised: z.array(StatisticName) }) }) },
});

/** How many people `listSuggestedPeople` names at most. */
export const MAX_SUGGESTED = 5;

export const listSuggestedPeople = route({
  method: 'GET',
  path: '/api/community/suggestions',
  summary:
    'People whom the caller may want to follow: those who opted in and have most of the latest public records of a country, or of the world',
  query: z.object({ country: z.optional(CountryFilter) }),
  replies: {
    200: z.object({
      /** `observations`: of the latest records. */
      data: z.object({ people: z.array(z.object({ id: Uuid, name: z.string(), is_pro: z.boolean(), observations: z.int() })) }),
    }),
  },
});

/** What a board orders people by; the first one is shown first. */
export const BOARDS = ['confirmed_species', 'species', 'records', 'confirmed_share', 'identifications', 'new_squares'] as const;
export const Board = z.enum(BOARDS);
export type Board = z.infer<typeof Board>;

/** How many people a board shows. */
export const MAX_RANKED = 50;
/** The share of confirmed records is that of people with at least this many records that could be. */
export const LEAST_FOR_SHARE = 20;

/** The value is a number, of `confirmed_share` per cent. Equal values share a rank. */
export const Ranked = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean(), value: z.int(), rank: z.int() });
export type Ranked = z.infer<typeof Ranked>;

export const getLeaderboard = route({
  method: 'GET',
  path: '/api/community/leaderboards/:board',
  summary:
    'The people of the community who are first in a number, counted from their public lists; and the caller, also if not among them. Only people who are listed and have not opted out of leaderboards',
  params: z.object({ board: Board }),
  query: z.object({
    period: z.optional(Period),
    /** Instead of a period. */
    year: z.optional(YearText),
    group: z.optional(TaxonGroup),
    country: z.optional(CountryFilter),
    /** A public place, in which records count that everybody knows to be there. 404 if there is none that the caller sees. */
    place: z.optional(Uuid),
  }),
  replies: { 200: z.object({ data: z.array(Ranked), own: z.nullable(Ranked) }) },
});
