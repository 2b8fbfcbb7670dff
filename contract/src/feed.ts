import { z } from 'zod/mini';
import { ListedObservation } from './observations.ts';
import { route } from './route.ts';
import { CountryFilter, Cursor, NumberText, Uuid } from './vocabulary.ts';

export const getFeed = route({
  method: 'GET',
  path: '/api/feed',
  summary:
    'Public records, last received first; those that hide their place by their month; with their first photo and the beginning of their notes',
  query: z.object({
    country: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(ListedObservation), next_cursor: z.nullable(z.string()) }) },
});
