import { z } from 'zod/mini';
import { route } from './route.ts';
import { RarityClass, TaxonSummary } from './taxa.ts';
import { CountryFilter, Period, TaxonId, TaxonIdText, Uuid } from './vocabulary.ts';

const Flag = z.enum(['0', '1']);

export const listSpecies = route({
  method: 'GET',
  path: '/api/species',
  summary: 'Species as a map of name to id; names are in the caller’s language and unique',
  query: z.object({ country: z.optional(CountryFilter), external: z.optional(Flag), with_image: z.optional(Flag) }),
  replies: { 200: z.record(z.string(), TaxonId) },
});

export const getSpecies = route({
  method: 'GET',
  path: '/api/species/:id',
  summary: 'One taxon. The id of a merged taxon returns its successor; a deleted taxon is still returned',
  params: z.object({ id: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.extend(TaxonSummary, {
        authority: z.nullable(z.string()),
        family: z.nullable(z.string()),
        parent_id: z.nullable(TaxonId),
        rarity_class: RarityClass,
        /** Deleted from the taxonomy, without a successor. */
        is_deleted: z.boolean(),
      }),
    }),
  },
});

export const listSpeciesSeen = route({
  method: 'GET',
  path: '/api/species-seen',
  summary: 'Ids of the species that a person has seen',
  query: z.object({ location: z.optional(CountryFilter), period: z.optional(Period), user_id: z.optional(Uuid) }),
  replies: { 200: z.array(TaxonId) },
});

export const deleteEmptyObservations = route({
  method: 'DELETE',
  path: '/api/species/:id/delete-empty-observations',
  summary: 'Remove the caller’s own ticks (records without date, place, media and notes) of a species',
  params: z.object({ id: TaxonIdText }),
  replies: { 200: z.object({ data: z.object({ deleted: z.int() }) }) },
});
