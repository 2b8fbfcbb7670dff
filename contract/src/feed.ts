import { z } from 'zod/mini';
import { ListedObservation } from './observations.ts';
import { route } from './route.ts';
import { CountryFilter, Cursor, NumberText, Uuid } from './vocabulary.ts';

/** The largest circle of the feed. */
export const MAX_FEED_RADIUS_KM = 100;

export const getFeed = route({
  method: 'GET',
  path: '/api/feed',
  summary:
    'Public records without those of people whom the caller has muted, last received first; those that hide their place by their month; with their first photo and the beginning of their notes',
  query: z.object({
    country: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
    /** `1`: only records of people whom the caller follows. */
    following: z.optional(z.enum(['0', '1'])),
    /** With `longitude` and `radius_km`: only what is in a circle, as at a saved place. */
    latitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90)))),
    longitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180)))),
    radius_km: z.optional(z.pipe(NumberText, z.number().check(z.gte(1), z.lte(MAX_FEED_RADIUS_KM)))),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(ListedObservation), next_cursor: z.nullable(z.string()) }) },
});
