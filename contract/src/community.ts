import { z } from 'zod/mini';
import { route } from './route.ts';
import { CountryFilter, Uuid } from './vocabulary.ts';

export const CommunityUser = z.object({
  id: Uuid,
  name: z.string(),
  country_code: z.nullable(z.string()),
  is_pro: z.boolean(),
  observations: z.int(),
  species: z.int(),
});
export type CommunityUser = z.infer<typeof CommunityUser>;

export const listCommunityUsers = route({
  method: 'GET',
  path: '/api/community/users',
  summary: 'The caller and the people of a country who opted in, with the totals of the country',
  query: z.object({ country: z.optional(CountryFilter) }),
  replies: {
    200: z.object({ data: z.array(CommunityUser), totals: z.object({ people: z.int(), observations: z.int(), species: z.int() }) }),
  },
});

export const getCommunityProfile = route({
  method: 'GET',
  path: '/api/community/profile/:id',
  summary: 'The public profile of a person',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: CommunityUser }) },
});
