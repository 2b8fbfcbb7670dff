import { z } from 'zod/mini';
import { route } from './route.ts';
import { DeviceMadeId, License, Sha256, text } from './words.ts';

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const;
/** Limits of one photo (decisions.md 6.2). */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024;
export const MAX_MEDIA_PIXELS = 50_000_000;
/** Longest edge in pixels of what the server shows. */
export const MEDIA_SIZES = [128, 512, 1600] as const;

/** A photo as a record declares it, whether or not its bytes have arrived. */
export const DeclaredMedia = z.object({
  id: DeviceMadeId,
  /** Of the original bytes. */
  sha256: Sha256,
  type: z.enum(MEDIA_TYPES),
  width: z.int().check(z.gte(1), z.lte(65_535)),
  height: z.int().check(z.gte(1), z.lte(65_535)),
  caption: z.nullish(text(500)),
  license: z.nullish(License),
  order: z.int().check(z.gte(0), z.lte(999)),
});
export type DeclaredMedia = z.infer<typeof DeclaredMedia>;

/** Why a photo could not be shown: its format is not read here, it has too many pixels, or it is damaged. */
export const MEDIA_FAULTS = ['format', 'too_large', 'damaged'] as const;

/** A photo as anybody sees it. Without `urls` its bytes have not arrived. */
export const Media = z.object({
  id: z.string(),
  type: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.nullable(z.string()),
  license: z.nullable(License),
  order: z.int(),
  /** Only for the owner. */
  sha256: z.optional(z.string()),
  /** Base64 of the thumbhash, shown while the picture loads. */
  thumbhash: z.nullable(z.string()),
  /** Signed, good for this hour and the next, by longest edge. */
  urls: z.nullable(z.object({ 128: z.string(), 512: z.string(), 1600: z.string() })),
  /** Only for the owner, where the picture could not be read and so has no `urls`; the original is kept. One of MEDIA_FAULTS. */
  failed: z.optional(z.string()),
});
export type Media = z.infer<typeof Media>;

/** The tus 1.0 protocol under `/api/uploads`; its errors are tus's own. Upload-Metadata: `id`, `sha256`, `type`. */
export const UPLOADS_PATH = '/api/uploads';

export const getMedia = route({
  method: 'GET',
  path: '/api/media/:id/:size',
  summary: 'The bytes of a photo at a size; the address is signed by `present`',
  params: z.object({ id: z.uuid(), size: z.enum(['128', '512', '1600']) }),
  query: z.object({ e: z.optional(z.string().check(z.maxLength(20))), s: z.optional(z.string().check(z.maxLength(100))) }),
  replies: { 200: z.any() },
});

export const getOriginal = route({
  method: 'GET',
  path: '/api/media/:id/original',
  summary: 'The bytes exactly as they were sent; for the owner only',
  params: z.object({ id: z.uuid() }),
  replies: { 200: z.any() },
});
