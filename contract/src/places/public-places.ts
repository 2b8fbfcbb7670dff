import { z } from 'zod/mini';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { NumberText, TaxonGroup, Uuid } from '../vocabulary.ts';
import { FREQUENCY_WEEKS } from '../frequencies/cells.ts';
import { AREA_KINDS, OPEN_PLACE_KINDS } from './open-place.ts';
import { MAX_PLACE_PHOTOS, PlacePhoto } from './place-photos.ts';

/** Those of people, and those that an operator loads. */
export const PUBLIC_PLACE_KINDS = [...OPEN_PLACE_KINDS, ...AREA_KINDS] as const;
/** A search finds at most so many places. */
export const MAX_FOUND_PLACES = 30;
/** The boundary of a page has at most about so many corners; a finer one is simplified. */
export const MAX_SHOWN_CORNERS = 4000;
/** The most species of a bar chart. */
export const MAX_CHARTED_SPECIES = 200;

const Degrees = z.number();
const publicPlace = {
  id: Uuid,
  kind: z.enum(PUBLIC_PLACE_KINDS),
  /** In the language of the caller, where the place has a name in it. */
  name: z.string(),
  /** A point in the place, WGS 84, degrees. */
  latitude: Degrees,
  longitude: Degrees,
  area_m2: z.number(),
};
/** A place that everybody sees: one that a person made public, or one of the operator. */
export const PublicPlace = z.object(publicPlace);
export type PublicPlace = z.infer<typeof PublicPlace>;

export const listPublicPlaces = route({
  method: 'GET',
  path: '/api/places',
  summary:
    'Public places whose name has each word of `name`, the best match first, or those that a point in degrees lies in, the smallest first; at most 30. Nothing without either',
  query: z.object({
    name: z.optional(z.string().check(z.maxLength(80))),
    latitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90)))),
    longitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180)))),
  }),
  replies: { 200: z.object({ data: z.array(PublicPlace).check(z.maxLength(MAX_FOUND_PLACES)) }) },
});

const Ring = z.array(z.tuple([Degrees, Degrees]));
export const PublicPlacePage = z.object({
  ...publicPlace,
  /** In Markdown (decision 0043). */
  text: z.string(),
  /** Whom to credit for the boundary; empty if nobody. */
  attribution: z.string(),
  /** The caller made it public. */
  is_own: z.boolean(),
  /** Those that its person added, the first added first. */
  photos: z.array(PlacePhoto).check(z.maxLength(MAX_PLACE_PHOTOS)),
  /** Longitudes may lie beyond 180 degrees, where the place lies across the antimeridian. */
  boundary: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }),
});
export type PublicPlacePage = z.infer<typeof PublicPlacePage>;

export const getPublicPlace = route({
  method: 'GET',
  path: '/api/places/:id',
  summary: 'A public place with its text and its boundary',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: PublicPlacePage }) },
});

const Weeks = z.array(z.int()).check(z.length(FREQUENCY_WEEKS));

export const getPublicPlaceFigures = route({
  method: 'GET',
  path: '/api/places/:id/figures',
  summary:
    'The species of a public place by week of the year, four a month, and the shared journeys with open records there. Only open records of a known day count, at most the latest 10,000: of others nobody knows the week',
  params: z.object({ id: Uuid }),
  replies: {
    200: z.object({
      data: z.object({
        effort: z.object({ journeys: z.int(), duration_s: z.int(), distance_m: z.number() }),
        /** In each week, the lists on which everything of a group was recorded: shared journeys with an open record there. */
        lists: z.array(z.object({ group: TaxonGroup, weeks: Weeks })),
        /** The most recorded first. */
        species: z
          .array(
            z.object({
              taxon: TaxonSummary,
              /** `lists`: on how many of the lists of its group it is in each week; `records`: its records, as its group has no list. */
              counted: z.enum(['lists', 'records']),
              weeks: Weeks,
            }),
          )
          .check(z.maxLength(MAX_CHARTED_SPECIES)),
      }),
    }),
  },
});
export type PublicPlaceFigures = z.infer<(typeof getPublicPlaceFigures.replies)[200]>['data'];
