import { z } from 'zod';
import { route } from './route.ts';
import { CountryFilter, Period, TaxonId, TaxonIdText } from './words.ts';

const Flag = z.enum(['0', '1']);

export const listSpecies = route({
  method: 'GET',
  path: '/api/species',
  summary: 'Species as a map of name to id, names in the caller’s language and unique',
  query: z.object({ country: CountryFilter.optional(), external: Flag.optional(), with_image: Flag.optional() }),
  replies: { 200: z.record(z.string(), TaxonId) },
});

export const listSpeciesSeen = route({
  method: 'GET',
  path: '/api/species-seen',
  summary: 'Ids of the species that somebody has seen',
  query: z.object({ location: CountryFilter.optional(), period: Period.optional(), user_id: z.uuid().optional() }),
  replies: { 200: z.array(TaxonId) },
});

export const deleteEmptyObservations = route({
  method: 'DELETE',
  path: '/api/species/:id/delete-empty-observations',
  summary: 'Remove the caller’s own ticks (records without date, place, media and notes) of a species',
  params: z.object({ id: TaxonIdText }),
  replies: { 200: z.object({ data: z.object({ deleted: z.int() }) }) },
});
