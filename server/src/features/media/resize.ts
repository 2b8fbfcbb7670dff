import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crop } from '@veld/contract';
import { cropPixels } from '@veld/contract/images/crop-pixels';
import { isWholePicture } from '@veld/contract/images/whole-picture';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

export interface ResizeRequest {
  input: string;
  /** The file that must be complete: the input, or what it was made from. */
  original: string;
  /** The output folder, which gets one `<size>.webp` per size. */
  folder: string;
  sizes: number[];
  /** The part of the upright picture to render; null for the whole picture. */
  crop: Crop | null;
  maxPixels: number;
}

/** `width` and `height` are those of the whole, upright picture. */
export type ResizeResult = { width: number; height: number; thumbhash: string } | { fault: string };

/** Formats as detected in the bytes, whatever the client declared. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'avif']);
/** Of a file that ends before its picture does. */
const CUT_OFF = 'cut off';
/** The largest picture of which a thumbhash can be made. */
const THUMBHASH_EDGE = 100;

/**
 * Renders the sizes of a picture. Throws if it is too large, damaged or cut off; a JPEG with errors in between is rendered, as every
 * program shows it. Pictures of others are only decoded in a process of their own.
 */
export async function resize(request: ResizeRequest): Promise<ResizeResult> {
  if (!isWholePicture(await readFile(request.original))) return { fault: CUT_OFF };
  const open = (failOn: 'error' | 'warning') => sharp(request.input, { limitInputPixels: request.maxPixels, failOn, sequentialRead: true });
  const found = await open('error').metadata();
  if (!FORMATS.has(found.format)) return { fault: `format ${found.format}` };
  if (found.format === 'heif' && found.compression !== 'av1') return { fault: `compression ${found.compression}` };
  const largest = Math.max(...request.sizes);
  const { width, height } = found.autoOrient;
  const pixelsOf = (failOn: 'error' | 'warning') => {
    const upright = open(failOn).autoOrient();
    // Cropped before resizing, so that no pixel outside the crop influences the result. By default sharp removes metadata and the
    // colour profile.
    return (request.crop ? upright.extract(cropPixels(request.crop, width, height)) : upright)
      .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  };
  const { data, info } = await pixelsOf(found.format === 'jpeg' ? 'warning' : 'error').catch((error: unknown) => {
    // A JPEG that was cut off and ended again. Other warnings are about bytes that do not matter.
    if (found.format !== 'jpeg' || /premature end/.test(String(error))) throw error;
    return pixelsOf('error');
  });
  const small = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  for (const size of request.sizes) {
    const path = join(request.folder, `${size}.webp`);
    await rm(path, { force: true });
    await small().resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }).toFile(path);
  }
  const tiny = await small()
    .resize(THUMBHASH_EDGE, THUMBHASH_EDGE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width,
    height,
    thumbhash: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString('base64'),
  };
}
