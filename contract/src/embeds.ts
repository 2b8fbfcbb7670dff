import { z } from 'zod/mini';
import { route } from './route.ts';
import { EmbedKey, text, Uuid, CountryCode, NumberText, TaxonGroup, TaxonId, TaxonIdText } from './vocabulary.ts';

/** A key with which another website can show its owner's counter and map. */
export const Embed = z.object({
  id: Uuid,
  label: z.string(),
  /** Origins that may show it; an empty list means any. */
  origins: z.array(z.string()),
  created_at: z.string(),
});
export type Embed = z.infer<typeof Embed>;

const Origin = z.string().check(z.maxLength(200), z.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i, { error: 'origin' }));

export const listEmbeds = route({
  method: 'GET',
  path: '/api/embeds',
  summary: 'The keys of the caller',
  replies: { 200: z.object({ data: z.array(Embed) }) },
});

/** The device generates the key, 256 random bits; the server stores only its hash. */
export const putEmbed = route({
  method: 'PUT',
  path: '/api/embeds/:id',
  summary: 'Create a key; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ key: EmbedKey, label: text(80), origins: z.array(Origin).check(z.maxLength(10)) }),
  replies: { 200: z.object({ data: Embed }) },
});

export const deleteEmbed = route({
  method: 'DELETE',
  path: '/api/embeds/:id',
  summary: 'Revoke a key',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

/** What an embed can be, by its `type`, and the usual size of its frame in pixels. */
export const EMBED_SIZES = {
  counter: { width: 320, height: 190 },
  map: { width: 440, height: 490 },
  species: { width: 360, height: 480 },
  records: { width: 360, height: 480 },
  project: { width: 360, height: 480 },
  view: { width: 400, height: 520 },
} as const;
export type EmbedType = keyof typeof EMBED_SIZES;

export const getEmbedCounter = route({
  method: 'GET',
  path: '/api/embed/counter',
  summary: 'The public counts of the owner of a key; 404 for an unknown key',
  query: z.object({ key: EmbedKey }),
  replies: { 200: z.object({ data: z.object({ name: z.string(), observations: z.int(), species: z.int() }) }) },
});

/** How many cells an embedded map has at most; with more, they are larger. */
export const MAX_EMBED_CELLS = 1000;

/** A square of the map, or, if `is_obscured`, a cell of the obscuring grid (decision 0016). Bounds in degrees (WGS 84). */
export const EmbedCell = z.object({
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  records: z.int(),
  is_obscured: z.boolean(),
});
export type EmbedCell = z.infer<typeof EmbedCell>;

export const getEmbedMap = route({
  method: 'GET',
  path: '/api/embed/map',
  summary: 'The public counts of the owner of a key, and the cells with the public records; 404 for an unknown key',
  query: z.object({ key: EmbedKey }),
  replies: {
    200: z.object({
      data: z.object({
        name: z.string(),
        observations: z.int(),
        species: z.int(),
        cells: z.array(EmbedCell).check(z.maxLength(MAX_EMBED_CELLS)),
      }),
    }),
  },
});

export const MAX_EMBED_SPECIES = 100;
export const MAX_EMBED_RECORDS = 20;

const counts = { name: z.string(), observations: z.int(), species: z.int() };

/** A species with the number of public records that the owner of a key has of it. */
export const EmbedSpecies = z.object({
  taxon_id: TaxonId,
  name: z.string(),
  scientific_name: z.string(),
  rank: z.string(),
  records: z.int(),
});
export type EmbedSpecies = z.infer<typeof EmbedSpecies>;

export const getEmbedSpecies = route({
  method: 'GET',
  path: '/api/embed/species',
  summary: 'The public counts of the owner of a key, and their species, the most recorded first; 404 for an unknown key',
  query: z.object({ key: EmbedKey }),
  replies: { 200: z.object({ data: z.object({ ...counts, list: z.array(EmbedSpecies).check(z.maxLength(MAX_EMBED_SPECIES)) }) }) },
});

/** A public record in an embed: a part of what lists show to everyone. */
export const EmbedRecord = z.object({
  id: Uuid,
  taxon: z.nullable(z.object({ id: TaxonId, name: z.string(), scientific_name: z.string(), rank: z.string(), group: TaxonGroup })),
  verbatim_name: z.nullable(z.string()),
  /** Only the month if the record hides its place. */
  observed_on: z.nullable(z.string()),
  country_code: z.nullable(CountryCode),
  /** A signed address of a small picture. */
  photo: z.nullable(z.string()),
});
export type EmbedRecord = z.infer<typeof EmbedRecord>;

export const getEmbedRecords = route({
  method: 'GET',
  path: '/api/embed/records',
  summary: 'The public counts of the owner of a key, and their latest public records, of one taxon if it is given; 404 for an unknown key',
  query: z.object({ key: EmbedKey, taxon_id: z.optional(TaxonIdText) }),
  replies: {
    200: z.object({
      data: z.object({
        ...counts,
        /** The taxon that was asked for, as far as there are records of it. */
        taxon: z.nullable(EmbedSpecies),
        records: z.array(EmbedRecord).check(z.maxLength(MAX_EMBED_RECORDS)),
      }),
    }),
  },
});

export const getEmbedProject = route({
  method: 'GET',
  path: '/api/embed/project',
  summary: 'The figures and the latest records of a project that everyone can join; 404 for any other, and for an unknown key',
  query: z.object({ key: EmbedKey, project_id: Uuid }),
  replies: {
    200: z.object({
      data: z.object({
        ...counts,
        people: z.int(),
        start_on: z.string(),
        end_on: z.string(),
        is_cancelled: z.boolean(),
        records: z.array(EmbedRecord).check(z.maxLength(MAX_EMBED_RECORDS)),
      }),
    }),
  },
});

const EmbedTotal = z.object({ count: z.int(), is_minimum: z.boolean() });
/** The reply of `getEmbedView`, without whose filter it can be loaded. */
export const EmbedViewReply = z.object({
  data: z.object({
    records: EmbedTotal,
    species: EmbedTotal,
    /** Empty unless asked for. */
    list: z.array(EmbedSpecies).check(z.maxLength(MAX_EMBED_SPECIES)),
    latest: z.array(EmbedRecord).check(z.maxLength(MAX_EMBED_RECORDS)),
    cells: z.array(EmbedCell).check(z.maxLength(MAX_EMBED_CELLS)),
  }),
});

const Pixels = z.pipe(NumberText, z.int().check(z.gte(1), z.lte(10_000)));

/** https://oembed.com: how another website shows the address of an embed. Only JSON. */
export const getOembed = route({
  method: 'GET',
  path: '/api/oembed',
  summary: 'How to show the address of an embed (oEmbed 1.0, JSON); 404 for an address that is none, or whose key is unknown',
  query: z.object({
    url: z.string().check(z.maxLength(2000)),
    format: z.optional(z.literal('json')),
    maxwidth: z.optional(Pixels),
    maxheight: z.optional(Pixels),
  }),
  replies: {
    200: z.object({
      version: z.literal('1.0'),
      type: z.literal('rich'),
      provider_name: z.string(),
      provider_url: z.string(),
      title: z.string(),
      author_name: z.string(),
      cache_age: z.int(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  },
});
