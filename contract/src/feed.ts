import { z } from 'zod';
import { PublicObservation } from './observations.ts';
import { route } from './route.ts';
import { CountryFilter, Cursor } from './words.ts';

export const getFeed = route({
  method: 'GET',
  path: '/api/feed',
  summary: 'The latest public records, in the order in which they arrived',
  query: z.object({
    country: CountryFilter.optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number<string | number>().pipe(z.int().min(1).max(50)).optional(),
  }),
  replies: { 200: z.object({ data: z.array(PublicObservation), next_cursor: z.string().nullable() }) },
});
