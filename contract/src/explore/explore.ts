import { z } from 'zod/mini';
import { Media } from '../media.ts';
import { ListedObservation } from '../observations.ts';
import { recordFilter } from './record-filter.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { Cursor, NumberText, Uuid } from '../vocabulary.ts';

/** Of a selection of records, so many are counted one by one: the latest ones. */
export const MAX_EXPLORED = 10_000;

/** `is_minimum`: of the latest records only, so there may be more. */
const Total = z.object({ count: z.int(), is_minimum: z.boolean() });
const page = { cursor: z.optional(Cursor), limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))) };
/** A day as `YYYY-MM-DD`; of a record that hides its place, its month as `YYYY-MM`; null without a date. */
const PublicDay = z.nullable(z.string());

export const exploreTotals = route({
  method: 'GET',
  path: '/api/explore/totals',
  summary: 'How many found records, species and observers a filter selects, counted from the latest 10,000 records',
  query: recordFilter,
  replies: { 200: z.object({ data: z.object({ records: Total, species: Total, people: Total }) }) },
});

export const EXPLORED_RECORD_ORDERS = ['observed', 'oldest', 'uploaded', 'name'] as const;

export const exploreRecords = route({
  method: 'GET',
  path: '/api/explore/records',
  summary: 'Public projections of the found records that a filter selects, latest first unless `oldest`, with their first photo',
  query: z.extend(recordFilter, {
    /**
     * By the time of the observation if absent; `oldest`: the first observed first, without records whose date is not known; `name`: the
     * latest 10,000 records by scientific name, those without a taxon last. A cursor belongs to the order it came from.
     */
    order: z.optional(z.enum(EXPLORED_RECORD_ORDERS)),
    ...page,
  }),
  replies: { 200: z.object({ data: z.array(ListedObservation), next_cursor: z.nullable(z.string()) }) },
});

const ExploredSpecies = z.object({
  taxon: TaxonSummary,
  records: z.int(),
  first: PublicDay,
  last: PublicDay,
  /** Of one of its latest records. */
  photo: z.nullable(Media),
});
export type ExploredSpecies = z.infer<typeof ExploredSpecies>;

export const EXPLORED_ORDERS = ['records', 'last', 'first', 'name'] as const;

export const exploreSpecies = route({
  method: 'GET',
  path: '/api/explore/species',
  summary:
    'The species of the records that a filter selects, with the number of records, the first and the last day, counted from the latest 10,000 records. The most recorded first, or the last or first seen ones, or by scientific name',
  query: z.extend(recordFilter, { order: z.optional(z.enum(EXPLORED_ORDERS)), ...page }),
  replies: { 200: z.object({ data: z.array(ExploredSpecies), next_cursor: z.nullable(z.string()) }) },
});

const ExploredPerson = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean() });
const Observer = z.extend(ExploredPerson, { records: z.int(), species: z.int(), last: PublicDay });
const Identifier = z.extend(ExploredPerson, { identifications: z.int() });

export const EXPLORED_PEOPLE_ORDERS = ['records', 'species', 'name'] as const;

export const explorePeople = route({
  method: 'GET',
  path: '/api/explore/people',
  summary:
    'Who recorded the records that a filter selects, counted from the latest 10,000 records: those who are listed in the community, and the caller. The others are only counted. Those with the most records, or species, first, or by name',
  query: z.extend(recordFilter, { order: z.optional(z.enum(EXPLORED_PEOPLE_ORDERS)), ...page }),
  replies: {
    200: z.object({
      data: z.array(Observer),
      /** How many observers no page names. */
      unnamed: z.int(),
      next_cursor: z.nullable(z.string()),
    }),
  },
});

export const EXPLORED_IDENTIFIER_ORDERS = ['identifications', 'name'] as const;

export const exploreIdentifiers = route({
  method: 'GET',
  path: '/api/explore/identifiers',
  summary:
    'Who identified the records that a filter selects, of the latest 10,000 records: those who are listed in the community, and the caller. Those with the most identifications first, or by name',
  query: z.extend(recordFilter, { order: z.optional(z.enum(EXPLORED_IDENTIFIER_ORDERS)), ...page }),
  replies: { 200: z.object({ data: z.array(Identifier), next_cursor: z.nullable(z.string()) }) },
});

export const exploreMonths = route({
  method: 'GET',
  path: '/api/explore/months',
  summary:
    'The number of records that a filter selects in each month, January to December, and of records and species in each year, earliest first, counted from the latest 10,000 records. Records whose month, or year, is unknown are left out',
  query: recordFilter,
  replies: {
    200: z.object({
      data: z.object({
        months: z.array(z.int()).check(z.length(12)),
        years: z.array(z.object({ year: z.int(), records: z.int(), species: z.int() })),
      }),
    }),
  },
});
