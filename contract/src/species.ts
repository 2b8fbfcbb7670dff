import { z } from 'zod/mini';
import { route } from './route.ts';
import { RarityClass, TaxonSummary } from './taxa.ts';
import { areaFilter, CountryCode, CountryFilter, Period, requiredText, TaxonId, TaxonIdText, Uuid } from './vocabulary.ts';

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
    ...areaFilter,
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

/** How a taxon came to a country, after Darwin Core's establishmentMeans. `uncertain`: sources or parts of the country differ. */
export const ESTABLISHMENT_MEANS = ['native', 'introduced', 'vagrant', 'uncertain'] as const;
export type EstablishmentMeans = (typeof ESTABLISHMENT_MEANS)[number];

/** Categories of red lists, after IUCN; `RE` is regionally extinct. */
export const THREAT_STATUSES = ['EX', 'EW', 'RE', 'CR', 'EN', 'VU', 'NT', 'LC', 'DD'] as const;
export type ThreatStatus = (typeof THREAT_STATUSES)[number];

/** The categories of species that are threatened with extinction. */
export const THREATENED: readonly ThreatStatus[] = ['CR', 'EN', 'VU'];

/** What one source says about a taxon in a country. */
export const TaxonStatus = z.object({
  establishment_means: z.nullable(z.enum(ESTABLISHMENT_MEANS)),
  is_invasive: z.boolean(),
  is_protected: z.boolean(),
  threat_status: z.nullable(z.enum(THREAT_STATUSES)),
  /** The publication or list. */
  source: z.string(),
});
export type TaxonStatus = z.infer<typeof TaxonStatus>;

/** The statuses by which a list of species can be filtered. */
export const STATUS_FILTERS = ['native', 'introduced', 'invasive', 'threatened', 'protected'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

const Ids = z.array(TaxonId);

export const listTaxonStatuses = route({
  method: 'GET',
  path: '/api/species/statuses/:country',
  summary: 'The taxa of a country that a source calls native, introduced, invasive, threatened or protected',
  params: z.object({ country: CountryCode }),
  replies: { 200: z.object({ data: z.object({ native: Ids, introduced: Ids, invasive: Ids, threatened: Ids, protected: Ids }) }) },
});

export const listSpeciesCountries = route({
  method: 'GET',
  path: '/api/species/:id/countries',
  summary: 'The countries of a taxon: how common it is there and what sources say about it, the one where it is commonest first',
  params: z.object({ id: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          country_code: CountryCode,
          /** Null where the taxon is not on the list of the country, for example because it died out. */
          rarity_class: z.nullable(RarityClass),
          statuses: z.array(TaxonStatus),
        }),
      ),
    }),
  },
});
export type SpeciesInCountry = z.infer<(typeof listSpeciesCountries)['replies'][200]>['data'][number];

export const listSpeciesNames = route({
  method: 'GET',
  path: '/api/species/:id/names',
  summary: 'The names of a taxon with the list that each comes from, by language and with the preferred name first',
  params: z.object({ id: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          /** One of the languages of the app; `sci` for a scientific synonym. */
          language: z.string(),
          name: z.string(),
          is_preferred: z.boolean(),
          /** `starter` for the list that comes with Veld; else the source that was named when the list was imported. */
          source: z.string(),
        }),
      ),
    }),
  },
});

const TaxonParams = z.object({ taxon_id: TaxonIdText });

export const MAX_NOTE_LENGTH = 4000;

/** What a person wrote about a taxon. Only they can read it. */
export const SpeciesNote = z.object({
  taxon_id: TaxonId,
  /** Longer than `MAX_NOTE_LENGTH` only after two taxa with notes were merged. */
  text: z.string(),
});
export type SpeciesNote = z.infer<typeof SpeciesNote>;

export const listSpeciesNotes = route({
  method: 'GET',
  path: '/api/settings/species-notes',
  summary: 'The private notes of the caller on taxa',
  replies: { 200: z.object({ data: z.array(SpeciesNote) }) },
});

export const putSpeciesNote = route({
  method: 'PUT',
  path: '/api/settings/species-notes/:taxon_id',
  summary: 'Save the private note of the caller on a taxon or replace it; a merged taxon is its successor',
  params: TaxonParams,
  body: z.object({ text: requiredText(MAX_NOTE_LENGTH) }),
  replies: { 204: null },
});

export const deleteSpeciesNote = route({
  method: 'DELETE',
  path: '/api/settings/species-notes/:taxon_id',
  summary: 'Remove the private note of the caller on a taxon; repeating the request changes nothing',
  params: TaxonParams,
  replies: { 204: null },
});

/** Taxa in one batch, and views of one of them that count. */
export const MAX_VIEWED_TAXA = 200;
export const MAX_VIEWS = 20;

/** Repeating a `write_id` changes nothing. The server adds the views to those of the day, and stores nothing about who sent them. */
export const postSpeciesViews = route({
  method: 'POST',
  path: '/api/species/views',
  summary: 'Count how often pages of taxa were opened, so that curators know which need an image most',
  body: z.object({
    write_id: Uuid,
    views: z
      .array(z.object({ taxon_id: TaxonId, count: z.int().check(z.gte(1), z.lte(MAX_VIEWS)) }))
      .check(z.minLength(1), z.maxLength(MAX_VIEWED_TAXA)),
  }),
  replies: { 204: null },
});
