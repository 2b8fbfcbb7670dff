import { z } from 'zod/mini';
import { route } from './route.ts';
import { text, Uuid } from './vocabulary.ts';

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
export const EmbedKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,80}$/, { error: 'embed_key' }));

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
