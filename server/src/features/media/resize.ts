import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crop } from '@veld/contract';
import { cropPixels } from '@veld/contract/crop-pixels';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/**
 * A child process that decodes one picture and exits: a picture that crashes the decoder or exhausts memory or time ends only this
 * process. One message in, one message out.
 */
export interface ResizeOrder {
  input: string;
  /** An empty folder for `<size>.webp`. */
  folder: string;
  sizes: number[];
  /** The part of the upright picture to show; null for all of it. */
  crop: Crop | null;
  maxPixels: number;
  maxMemory: number;
}

/** `width` and `height` are those of the whole picture, upright. */
export type ResizeAnswer = { width: number; height: number; thumbhash: string } | { fault: string };

/** Formats are detected from the bytes, not from what the client declares. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'avif']);
const LOADERS = ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadHeifFile'];
const THUMBHASH_EDGE = 96;

process.on('disconnect', () => process.exit(0));
process.once('message', (order: ResizeOrder) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > order.maxMemory) process.exit(9);
  }, 50).unref();
  void resize(order)
    .catch((error: Error): ResizeAnswer => ({ fault: error.message }))
    .then((answer) => process.send!(answer, undefined, undefined, () => process.exit(0)));
});

async function resize(order: ResizeOrder): Promise<ResizeAnswer> {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  const open = () => sharp(order.input, { limitInputPixels: order.maxPixels, failOn: 'error', sequentialRead: true });
  const found = await open().metadata();
  if (!FORMATS.has(found.format)) return { fault: `format ${found.format}` };
  if (found.format === 'heif' && found.compression !== 'av1') return { fault: `compression ${found.compression}` };
  const largest = Math.max(...order.sizes);
  const { width, height } = found.autoOrient;
  const upright = open().autoOrient();
  // Rotated first, then cropped, then resized: no pixel outside the crop can influence the result. sharp drops metadata and
  // the colour profile unless asked to keep them.
  const { data, info } = await (order.crop ? upright.extract(cropPixels(order.crop, width, height)) : upright)
    .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  for (const size of order.sizes) {
    const path = join(order.folder, `${size}.webp`);
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
