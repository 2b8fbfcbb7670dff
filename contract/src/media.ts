import { z } from 'zod/mini';
import { route } from './route.ts';
import { DeviceMadeId, License, Sha256, text } from './vocabulary.ts';

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'] as const;
/** Limits of one photo (decision 0018). */
export const MAX_MEDIA_BYTES = 50 * 1024 * 1024;
export const MAX_MEDIA_PIXELS = 50_000_000;
/** Longest edges in pixels of the pictures that the server renders. */
export const MEDIA_SIZES = [128, 512, 1600] as const;

/** The smallest crop, as a fraction of an edge: 120 of 6,000 pixels. */
export const MIN_CROP = 0.02;
/** Crops are rounded to this many steps per edge, so that each crop has one representation. */
const CROP_STEPS = 10_000;

const Fraction = z.number().check(z.gte(0), z.lte(1));
const CropEdge = z.number().check(z.gte(MIN_CROP), z.lte(1));

/**
 * The visible part of a photo, as fractions of the upright picture from its top left corner. Others get only this part; the owner
 * also gets the complete original.
 */
export const Crop = z.object({ x: Fraction, y: Fraction, width: CropEdge, height: CropEdge }).check(
  z.superRefine(({ x, y, width, height }, ctx) => {
    if (x + width > 1 + 0.5 / CROP_STEPS) ctx.addIssue({ code: 'custom', path: ['width'], message: 'crop_outside' });
    if (y + height > 1 + 0.5 / CROP_STEPS) ctx.addIssue({ code: 'custom', path: ['height'], message: 'crop_outside' });
  }),
);
export type Crop = z.infer<typeof Crop>;

/** Rounds a crop and moves it inside the picture. Null if it removes nothing. */
export function normalCrop(crop: Crop | null | undefined): Crop | null {
  if (!crop) return null;
  const across = edgeOf(crop.x, crop.width);
  const down = edgeOf(crop.y, crop.height);
  if (across.length === CROP_STEPS && down.length === CROP_STEPS) return null;
  const part = (steps: number) => steps / CROP_STEPS;
  return { x: part(across.from), y: part(down.from), width: part(across.length), height: part(down.length) };
}

function edgeOf(start: number, part: number): { from: number; length: number } {
  const least = Math.round(MIN_CROP * CROP_STEPS);
  const length = Math.min(CROP_STEPS, Math.max(least, Math.round(part * CROP_STEPS)));
  return { from: Math.min(CROP_STEPS - length, Math.max(0, Math.round(start * CROP_STEPS))), length };
}

/** A photo as declared in a record, whether or not its bytes have been uploaded. */
export const DeclaredMedia = z.object({
  id: DeviceMadeId,
  /** Hash of the original bytes. */
  sha256: Sha256,
  type: z.enum(MEDIA_TYPES),
  /** Size of the whole, upright picture in pixels. */
  width: z.int().check(z.gte(1), z.lte(65_535)),
  height: z.int().check(z.gte(1), z.lte(65_535)),
  caption: z.nullish(text(500)),
  license: z.nullish(License),
  order: z.int().check(z.gte(0), z.lte(999)),
  /**
   * Null shows the whole picture. An app version without crops omits it; the photo then keeps its crop, so that what was cut away
   * stays hidden.
   */
  crop: z.nullish(Crop),
});
export type DeclaredMedia = z.infer<typeof DeclaredMedia>;

/** Why a photo cannot be shown: an unsupported format, too many pixels, or damaged. */
export const MEDIA_FAULTS = ['format', 'too_large', 'damaged'] as const;

const SizeUrls = z.object({ 128: z.string(), 512: z.string(), 1600: z.string() });

/** A photo in a response. `urls` is null until the bytes have been uploaded and rendered. */
export const Media = z.object({
  id: z.string(),
  type: z.string(),
  /** Size in pixels of the picture at `urls`; for the owner of a cropped photo, of the whole picture. */
  width: z.int(),
  height: z.int(),
  caption: z.nullable(z.string()),
  license: z.nullable(License),
  order: z.int(),
  /** Only for the owner. */
  sha256: z.optional(z.string()),
  /** The thumbhash in Base64, shown while the picture loads. */
  thumbhash: z.nullable(z.string()),
  /** Signed addresses by longest edge, valid in this hour and the next. They change with the crop. */
  urls: z.nullable(SizeUrls),
  /** Only for the owner of a cropped photo. */
  crop: z.nullish(Crop),
  /** Only for the owner of a cropped photo: addresses of the whole picture, needed to change the crop. */
  whole_urls: z.optional(SizeUrls),
  /** Only for the owner: the server does not have the bytes, not yet or no longer. Others do not see such a photo. */
  missing: z.optional(z.literal(true)),
  /** Only for the owner: why the picture has no `urls`, one of MEDIA_FAULTS. The original is stored. */
  failed: z.optional(z.string()),
});
export type Media = z.infer<typeof Media>;

/** Uploads follow the tus 1.0 protocol, including its error responses. Upload-Metadata: `id`, `sha256`, `type`. */
export const UPLOADS_PATH = '/api/uploads';

/** The id in the address of a picture: `<photo>`, `<photo>.<crop>`, or for the owner `<photo>.whole`. */
const PictureId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|whole))?$/));

export const getMedia = route({
  method: 'GET',
  path: '/api/media/:id/:size',
  summary: 'The bytes of a photo or of its crop at one size; needs a signed address from another response',
  params: z.object({ id: PictureId, size: z.enum(['128', '512', '1600']) }),
  query: z.object({ e: z.optional(z.string().check(z.maxLength(20))), s: z.optional(z.string().check(z.maxLength(100))) }),
  replies: { 200: z.any() },
  replyType: 'image/webp',
});

/** Limit of photos per request: more than a screen shows. */
export const MAX_ADDRESSES = 100;

/** The addresses of a photo of the caller. A photo that two records crop differently has two entries. */
export const MediaAddresses = z.object({
  id: z.string(),
  thumbhash: z.nullable(z.string()),
  urls: z.nullable(SizeUrls),
  crop: z.nullable(Crop),
  /** Only if the photo is cropped: addresses of the whole picture. */
  whole_urls: z.optional(SizeUrls),
});
export type MediaAddresses = z.infer<typeof MediaAddresses>;

export const listMediaAddresses = route({
  method: 'GET',
  path: '/api/media/addresses',
  summary: 'Current addresses of photos in records of the caller, to replace expired ones; unknown ids are omitted',
  query: z.object({
    /** Comma-separated. */
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

/** The bytes of a person's photos on the server. */
export const MediaUsage = z.object({ used_bytes: z.int(), quota_bytes: z.int() });
export type MediaUsage = z.infer<typeof MediaUsage>;

export const getMediaUsage = route({
  method: 'GET',
  path: '/api/media/usage',
  summary: 'How many bytes the photos of the caller take on the server, and how many they may take',
  replies: { 200: z.object({ data: MediaUsage }) },
});

export const getOriginal = route({
  method: 'GET',
  path: '/api/media/:id/original',
  summary: 'The bytes exactly as uploaded; for the owner only',
  params: z.object({ id: z.uuid() }),
  replies: { 200: z.any() },
  replyType: 'image/*',
});

/** Whether one of the photos is evidence. One that the server could not read is none. */
export function hasEvidence(media: readonly { failed?: unknown }[]): boolean {
  return media.some((photo) => photo.failed === undefined);
}
