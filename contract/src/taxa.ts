import { z } from 'zod/mini';
import { route } from './route.ts';
import { CountryCode, CountryFilter, LANGUAGES, NumberText, SCIENTIFIC, TaxonGroup, TaxonId, TaxonIdText } from './vocabulary.ts';

/** Taxa per page of the update (decision 0021). */
export const TAXONOMY_PAGE_SIZE = 5000;
/** Version of the taxonomy's schema on the device (decision 0019). */
export const TAXONOMY_SCHEMA_VERSION = 11;

/** Rarity of a taxon, from 1 (very common) to 5 (rare). */
export const RarityClass = z.int().check(z.gte(1), z.lte(5));

/** A taxon within another response: its name and picture. */
export const TaxonSummary = z.object({
  id: TaxonId,
  /** In the caller's language, else English, else scientific. */
  name: z.string(),
  scientific_name: z.string(),
  rank: z.string(),
  group: TaxonGroup,
  image_url: z.nullable(z.string()),
});
export type TaxonSummary = z.infer<typeof TaxonSummary>;

const NameLanguage = z.enum([...LANGUAGES, SCIENTIFIC]);
export type NameLanguage = z.infer<typeof NameLanguage>;
export const NAME_LANGUAGES: readonly NameLanguage[] = [...LANGUAGES, SCIENTIFIC];

/** A taxon in a page of the update. Pages are sorted from the commonest to the rarest taxon (decision 0021). */
export const TaxonRow = z.object({
  id: TaxonId,
  /** The scientific name, followed by a group label if two taxa share it. */
  name: z.string(),
  rank: z.string(),
  group: TaxonGroup,
  family: z.nullable(z.string()),
  parent_id: z.nullable(TaxonId),
  /** The preferred name by language, in the requested languages only. */
  names: z.partialRecord(NameLanguage, z.string()),
  name_synonyms: z.partialRecord(NameLanguage, z.array(z.string())),
  image_url: z.nullable(z.string()),
  image_attribution: z.nullable(z.string()),
  external_observation_count: z.int(),
  rarity_class: RarityClass,
  is_deleted: z.boolean(),
  /** The taxon that this one was merged into. */
  accepted_id: z.nullable(TaxonId),
});
export type TaxonRow = z.infer<typeof TaxonRow>;

export const TaxonomyPage = z.object({
  data: z.array(TaxonRow),
  total: z.int(),
  last_updated_at: z.string(),
  /** The requested version is no longer current, and the update has to start over. */
  cancel: z.boolean(),
});
export type TaxonomyPage = z.infer<typeof TaxonomyPage>;

export const getTaxonomy = route({
  method: 'GET',
  path: '/api/taxonomy',
  summary: 'All taxa as a map of id to name; with `page`, one page of the update',
  query: z.object({
    page: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(1_000_000)))),
    /** Comma-separated language codes and `sci`. */
    languages: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.maxLength(60)),
          z.transform((value) => [...new Set(value.split(','))]),
        ),
        z.array(NameLanguage).check(z.maxLength(12)),
      ),
    ),
    country_code: z.optional(CountryCode),
    since: z.optional(z.string().check(z.maxLength(80))),
    /** The `last_updated_at` of page 1, so that all pages belong to one version and can be cached indefinitely. */
    version: z.optional(z.string().check(z.maxLength(80))),
  }),
  replies: { 200: z.union([TaxonomyPage, z.record(z.string(), z.string())]) },
});

const IntText = z.pipe(NumberText, z.int().check(z.gte(0)));

export const checkTaxonomyUpdates = route({
  method: 'GET',
  path: '/api/taxonomy/check-updates',
  summary: 'Whether the taxonomy on a device is current',
  query: z.object({
    is_country_update: z.optional(z.enum(['0', '1', 'true', 'false'])),
    /** Rows stored on the device plus rows it skipped in the last full update (decision 0021). */
    global_count: z.optional(IntText),
    country_count: z.optional(IntText),
    country: z.optional(CountryFilter),
    since: z.optional(z.string().check(z.maxLength(80))),
    country_since: z.optional(z.string().check(z.maxLength(80))),
    languages: z.optional(z.string().check(z.maxLength(60))),
  }),
  replies: {
    200: z.object({
      data: z.object({
        update_required: z.boolean(),
        full_reindex: z.boolean(),
        total: z.int(),
        /** The server's taxonomy epoch; a change means a full update. */
        database_version: z.string(),
        last_updated_at: z.string(),
        cancel: z.boolean(),
      }),
    }),
  },
});
export type TaxonomyUpdates = z.infer<(typeof checkTaxonomyUpdates)['replies'][200]>['data'];

export const getTaxonomyLocation = route({
  method: 'GET',
  path: '/api/taxonomy/location',
  summary: 'The country of a point and the taxa to expect there, most likely first',
  query: z.object({
    latitude: z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90))),
    longitude: z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180))),
  }),
  replies: {
    200: z.object({ data: z.object({ country_code: z.nullable(CountryCode), label: z.nullable(z.string()), likely: z.array(TaxonId) }) }),
  },
});

export const listTaxonDescriptions = route({
  method: 'GET',
  path: '/api/taxonomy/descriptions',
  summary: 'Short texts about species, in the caller’s language; the device keeps all of them',
  /** A few sentences about each species, by its id. */
  replies: { 200: z.object({ data: z.record(z.string(), z.string()) }) },
});

/** How two species that are easily confused differ. In each row: a character, and what it is like in the one and in the other. */
export const TaxonDistinction = z.object({
  taxon_id: TaxonId,
  other_id: TaxonId,
  rows: z.array(z.object({ character: z.string(), taxon: z.string(), other: z.string() })),
});
export type TaxonDistinction = z.infer<typeof TaxonDistinction>;

export const listTaxonDistinctions = route({
  method: 'GET',
  path: '/api/taxonomy/distinctions',
  summary: 'How similar species differ, in the caller’s language',
  replies: { 200: z.object({ data: z.object({ pairs: z.array(TaxonDistinction) }) }) },
});

/** Pictures in one answer of `getTaxonPictures`. */
export const MAX_PICTURES = 40;

/** A small picture (128 pixels) of a species, to be kept on a device. Another picture has another version. */
export const SmallPicture = z.object({ id: TaxonId, version: z.string(), bytes: z.int().check(z.gte(0)) });
export type SmallPicture = z.infer<typeof SmallPicture>;

export const listTaxonPictures = route({
  method: 'GET',
  path: '/api/taxonomy/pictures/:country',
  summary: 'The small pictures of the species of a country, the commonest first, with their sizes; a device can keep them',
  params: z.object({ country: CountryCode }),
  /** `text_bytes`: the size of the texts in the caller’s language, compressed. */
  replies: { 200: z.object({ data: z.object({ pictures: z.array(SmallPicture), text_bytes: z.int() }) }) },
});

export const getTaxonPictures = route({
  method: 'GET',
  path: '/api/taxonomy/pictures',
  summary: 'Small pictures (WebP, in base64) of up to 40 taxa; those without one are left out',
  /** Comma-separated ids. */
  query: z.object({
    ids: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(440)),
        z.transform((value) => [...new Set(value.split(','))]),
      ),
      z.array(TaxonIdText).check(z.maxLength(MAX_PICTURES)),
    ),
  }),
  replies: { 200: z.object({ data: z.object({ pictures: z.array(z.object({ id: TaxonId, version: z.string(), image: z.string() })) }) }) },
});

export const TAXONOMY_LOG_CODES = ['running_twice', 'cancelled_by_server', 'total_mismatch', 'data_missing', 'too_many_errors'] as const;

export const logTaxonomy = route({
  method: 'POST',
  path: '/api/taxonomy/log',
  summary: 'Report why an update stopped on a device, without personal data',
  body: z.strictObject({
    code: z.enum(TAXONOMY_LOG_CODES),
    type: z.enum(['global', 'country']),
    page: z.int().check(z.gte(0), z.lte(10_000_000)),
    total: z.int().check(z.gte(0), z.lte(100_000_000)),
  }),
  replies: { 204: null },
});

export const getTaxonImage = route({
  method: 'GET',
  path: '/api/taxon/:id/image',
  summary: 'The curated image of a taxon; 404 if there is none',
  params: z.object({ id: TaxonIdText }),
  query: z.object({ size: z.optional(z.enum(['128', '512', '1600'])) }),
  replies: { 200: z.any() },
  replyType: 'image/webp',
});
