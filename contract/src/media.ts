import { z } from 'zod/mini';
import { route } from './route.ts';
import { DeviceMadeId, License, Sha256, text } from './words.ts';

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const;
/** Limits of one photo (decision 0018). */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024;
export const MAX_MEDIA_PIXELS = 50_000_000;
/** Longest edge in pixels of what the server shows. */
export const MEDIA_SIZES = [128, 512, 1600] as const;

/** The smallest part of an edge that a crop may keep: 120 of 6,000 pixels. */
export const MIN_CROP = 0.02;
/** Crops are rounded to these steps, so that each crop has one representation. */
const CROP_STEPS = 10_000;

const Fraction = z.number().check(z.gte(0), z.lte(1));
const CropEdge = z.number().check(z.gte(MIN_CROP), z.lte(1));

/**
 * The visible part of a photo, as fractions of the upright picture from its top left corner. The original stays complete for its
 * owner; everyone else gets only this part.
 */
export const Crop = z.object({ x: Fraction, y: Fraction, width: CropEdge, height: CropEdge }).check(
  z.superRefine(({ x, y, width, height }, ctx) => {
    if (x + width > 1 + 0.5 / CROP_STEPS) ctx.addIssue({ code: 'custom', path: ['width'], message: 'crop_outside' });
    if (y + height > 1 + 0.5 / CROP_STEPS) ctx.addIssue({ code: 'custom', path: ['height'], message: 'crop_outside' });
  }),
);
export type Crop = z.infer<typeof Crop>;

/** Normalises a crop: rounded and inside the picture; null where it removes nothing. */
export function normalCrop(crop: Crop | null | undefined): Crop | null {
  if (!crop) return null;
  const across = edgeOf(crop.x, crop.width);
  const down = edgeOf(crop.y, crop.height);
  if (across.length === CROP_STEPS && down.length === CROP_STEPS) return null;
  const [x, y, width, height] = [across.from, down.from, across.length, down.length].map((steps) => steps / CROP_STEPS);
  return { x: x!, y: y!, width: width!, height: height! };
}

function edgeOf(start: number, part: number): { from: number; length: number } {
  const least = Math.round(MIN_CROP * CROP_STEPS);
  const length = Math.min(CROP_STEPS, Math.max(least, Math.round(part * CROP_STEPS)));
  return { from: Math.min(CROP_STEPS - length, Math.max(0, Math.round(start * CROP_STEPS))), length };
}

/** A photo as a record declares it, whether or not its bytes have arrived. */
export const DeclaredMedia = z.object({
  id: DeviceMadeId,
  /** Of the original bytes. */
  sha256: Sha256,
  type: z.enum(MEDIA_TYPES),
  /** Of the whole picture, upright. */
  width: z.int().check(z.gte(1), z.lte(65_535)),
  height: z.int().check(z.gte(1), z.lte(65_535)),
  caption: z.nullish(text(500)),
  license: z.nullish(License),
  order: z.int().check(z.gte(0), z.lte(999)),
  /**
   * Null shows the whole picture. A device that does not know crops leaves it out: then the photo keeps its crop, so that such a
   * device reveals nothing that was cut away.
   */
  crop: z.nullish(Crop),
});
export type DeclaredMedia = z.infer<typeof DeclaredMedia>;

/** Why a photo cannot be shown: an unsupported format, too many pixels, or damaged. */
export const MEDIA_FAULTS = ['format', 'too_large', 'damaged'] as const;

const SizeUrls = z.object({ 128: z.string(), 512: z.string(), 1600: z.string() });

/** A photo as everyone sees it. Without `urls` its bytes have not arrived, or its crop is not rendered yet. */
export const Media = z.object({
  id: z.string(),
  type: z.string(),
  /** The size of what `urls` show; for the owner of a cropped photo, of the whole picture. */
  width: z.int(),
  height: z.int(),
  caption: z.nullable(z.string()),
  license: z.nullable(License),
  order: z.int(),
  /** Only for the owner. */
  sha256: z.optional(z.string()),
  /** Base64 of the thumbhash, shown while the picture loads. */
  thumbhash: z.nullable(z.string()),
  /** Signed addresses by longest edge, valid in this hour and the next. A cropped photo has other addresses for each crop. */
  urls: z.nullable(SizeUrls),
  /** Only for the owner, where the photo is cropped. */
  crop: z.nullish(Crop),
  /** Only for the owner of a cropped photo: the whole picture, so that any device can change the crop. */
  whole_urls: z.optional(SizeUrls),
  /** Only for the owner, where the picture cannot be read and therefore has no `urls`; the original is stored. One of MEDIA_FAULTS. */
  failed: z.optional(z.string()),
});
export type Media = z.infer<typeof Media>;

/** The tus 1.0 protocol under `/api/uploads`; its errors are tus's own. Upload-Metadata: `id`, `sha256`, `type`. */
export const UPLOADS_PATH = '/api/uploads';

/** What the address of a picture names: a photo, or `<photo>.<crop>`, or for its owner `<photo>.whole`. */
const PictureId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|whole))?$/));

export const getMedia = route({
  method: 'GET',
  path: '/api/media/:id/:size',
  summary: 'The bytes of a photo, or of a crop of it, at a size; the address is signed by `present`',
  params: z.object({ id: PictureId, size: z.enum(['128', '512', '1600']) }),
  query: z.object({ e: z.optional(z.string().check(z.maxLength(20))), s: z.optional(z.string().check(z.maxLength(100))) }),
  replies: { 200: z.any() },
});

/** The limit of photos per request: more than a screen shows. */
export const MAX_ADDRESSES = 100;

/** The addresses of one photo of the caller's; two records with different crops have two entries. */
export const MediaAddresses = z.object({
  id: z.string(),
  thumbhash: z.nullable(z.string()),
  urls: z.nullable(SizeUrls),
  crop: z.nullable(Crop),
  /** Where the photo is cropped: the whole picture. */
  whole_urls: z.optional(SizeUrls),
});
export type MediaAddresses = z.infer<typeof MediaAddresses>;

export const listMediaAddresses = route({
  method: 'GET',
  path: '/api/media/addresses',
  summary: 'Addresses of this hour for photos of own records, for a device that kept older ones; ids that are none are left out',
  query: z.object({
    /** Separated by commas. */
    ids: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(MAX_ADDRESSES * 37)),
        z.transform((text) => text.split(',')),
      ),
      z.array(DeviceMadeId).check(z.minLength(1), z.maxLength(MAX_ADDRESSES)),
    ),
  }),
  replies: { 200: z.object({ data: z.array(MediaAddresses) }) },
});

export const getOriginal = route({
  method: 'GET',
  path: '/api/media/:id/original',
  summary: 'The bytes exactly as they were sent; for the owner only',
  params: z.object({ id: z.uuid() }),
  replies: { 200: z.any() },
});
