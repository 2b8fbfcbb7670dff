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
  query: z.object({
    location: z.optional(CountryFilter),
    /** A saved place of the caller: only what is there, as far as the caller may know. 404 for an unknown one. */
    place_id: z.optional(Uuid),
    period: z.optional(Period),
    user_id: z.optional(Uuid),
  }),
  replies: { 200: z.array(TaxonId) },
});

/** The image with which a person sees a species: the one they chose, else a photo of their latest record with one. */
const MySpeciesImage = z.object({
  taxon_id: TaxonId,
  /** The id that the person's devices gave the photo; null in the lists of others. */
  photo_id: z.nullable(Uuid),
  image_url: z.string(),
  is_chosen: z.boolean(),
});

export const listMySpeciesImages = route({
  method: 'GET',
  path: '/api/my-species-images',
  summary: 'A person’s own images by the id of their taxon; an empty array means none',
  query: z.object({
    location: z.optional(CountryFilter),
    period: z.optional(Period),
    /** Of others, only photos of public records count. */
    user_id: z.optional(Uuid),
    taxon_id: z.optional(TaxonIdText),
    /** Only the images that the person chose. */
    chosen: z.optional(Flag),
  }),
  replies: { 200: z.union([z.record(z.string(), MySpeciesImage), z.array(MySpeciesImage).check(z.maxLength(0))]) },
});

/** `image_url` is the address of a photo of the caller’s records on this server; null returns to the latest one. */
export const postMySpeciesImage = route({
  method: 'POST',
  path: '/api/my-species-images',
  summary: 'Choose the caller’s own image of a species; repeating the request changes nothing',
  body: z.object({ taxon_id: TaxonId, image_url: z.nullable(z.string().check(z.maxLength(2000))) }),
  replies: { 200: z.object({ data: z.nullable(MySpeciesImage) }) },
});

export const deleteEmptyObservations = route({
  method: 'DELETE',
  path: '/api/species/:id/delete-empty-observations',
  summary: 'Remove the caller’s own ticks (records without date, place, media and notes) of a species',
  params: z.object({ id: TaxonIdText }),
  replies: { 200: z.object({ data: z.object({ deleted: z.int() }) }) },
});
