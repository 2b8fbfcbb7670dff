import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crop } from '@veld/contract';
import { cropPixels } from '@veld/contract/crop-pixels';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/*
 * A child process that decodes one picture and exits, so that a picture that crashes the decoder or exhausts memory or time ends
 * only this process. It receives one `ResizeRequest` and sends one `ResizeResult`.
 */

export interface ResizeRequest {
  input: string;
  /** The output folder, which gets one `<size>.webp` per size. */
  folder: string;
  sizes: number[];
  /** The part of the upright picture to render; null for the whole picture. */
  crop: Crop | null;
  maxPixels: number;
  /** Bytes of resident memory at which the process exits. */
  maxMemory: number;
}

/** `width` and `height` are those of the whole, upright picture. */
export type ResizeResult = { width: number; height: number; thumbhash: string } | { fault: string };

/** Formats as detected in the bytes, whatever the client declared. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'avif']);
const LOADERS = ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadHeifFile'];
const THUMBHASH_EDGE = 96;

process.on('disconnect', () => process.exit(0));
process.once('message', (request: ResizeRequest) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > request.maxMemory) process.exit(9);
  }, 50).unref();
  void resize(request)
    .catch((error: Error): ResizeResult => ({ fault: error.message }))
    .then((result) => process.send!(result, undefined, undefined, () => process.exit(0)));
});

async function resize(request: ResizeRequest): Promise<ResizeResult> {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  const open = () => sharp(request.input, { limitInputPixels: request.maxPixels, failOn: 'error', sequentialRead: true });
  const found = await open().metadata();
  if (!FORMATS.has(found.format)) return { fault: `format ${found.format}` };
  if (found.format === 'heif' && found.compression !== 'av1') return { fault: `compression ${found.compression}` };
  const largest = Math.max(...request.sizes);
  const { width, height } = found.autoOrient;
  const upright = open().autoOrient();
  // Cropped before resizing, so that no pixel outside the crop influences the result. By default sharp removes metadata and the
  // colour profile.
  const { data, info } = await (request.crop ? upright.extract(cropPixels(request.crop, width, height)) : upright)
    .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
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
