import { z } from 'zod/mini';
import { route } from './route.ts';
import { CountryFilter, Period, TaxonId, TaxonIdText, Uuid } from './vocabulary.ts';

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
  summary:
    'The caller and the people of a country who opted in, with the totals of the country; with a saved place, the people with records there and its totals',
  query: z.object({
    country: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
  }),
  replies: {
    200: z.object({ data: z.array(CommunityUser), totals: z.object({ people: z.int(), observations: z.int(), species: z.int() }) }),
  },
});

export const listSpeciesOfPerson = route({
  method: 'GET',
  path: '/api/community/users/:id/species',
  summary: 'Ids of the species in the public records of a person who opted in to the community, to compare lists; 404 for everybody else',
  params: z.object({ id: Uuid }),
  query: z.object({
    country: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
    period: z.optional(Period),
  }),
  replies: { 200: z.object({ data: z.object({ id: Uuid, name: z.string(), species: z.array(TaxonId) }) }) },
});

export const getCommunityProfile = route({
  method: 'GET',
  path: '/api/community/profile/:id',
  summary: 'The public profile of a person',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: CommunityUser }) },
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
