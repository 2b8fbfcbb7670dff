import { z } from 'zod/mini';
import { route } from './route.ts';
import { EmbedKey, text, Uuid } from './vocabulary.ts';

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
} as const;
export type EmbedType = keyof typeof EMBED_SIZES;
