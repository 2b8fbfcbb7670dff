import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePhoto, PHOTO_SECRETS } from '../../testing/records.ts';
import { resize, type ResizeRequest } from './resize.ts';

describe('a picture', () => {
  let top: string;
  /** Of the last picture. The decoder remembers files by their paths. */
  let folder: string;
  beforeAll(() => void (top = mkdtempSync(join(tmpdir(), 'veld-resize-'))));
  afterAll(() => rmSync(top, { recursive: true }));

  const resized = (bytes: Buffer, set: Partial<ResizeRequest> = {}) => {
    folder = mkdtempSync(join(top, 'picture-'));
    const input = join(folder, 'input');
    writeFileSync(input, bytes);
    return resize({ input, folder, sizes: [128, 512, 1600], crop: null, maxPixels: 1_000_000, ...set });
  };
  const sizeOf = async (size: number) => {
    const { width, height } = await sharp(join(folder, `${size}.webp`)).metadata();
    return [width, height];
  };

  it('is rendered upright and complete in every size, and never enlarged', async () => {
    const { bytes } = await makePhoto();
    expect(await resized(bytes)).toMatchObject({ width: 600, height: 900 });
    expect(await Promise.all([128, 512, 1600].map(sizeOf))).toEqual([
      [85, 128],
      [341, 512],
      [600, 900],
    ]);
    await resized((await makePhoto({ width: 60, height: 40, orientation: 1 })).bytes);
    expect(await Promise.all([128, 512, 1600].map(sizeOf))).toEqual([
      [60, 40],
      [60, 40],
      [60, 40],
    ]);
  });

  it('has a thumbhash with its shape and colour', async () => {
    const found = await resized((await makePhoto({ orientation: 1 })).bytes);
    const hash = Buffer.from('thumbhash' in found ? found.thumbhash : '', 'base64');
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(7 / 5);
    // The left half is red, the right half is blue.
    const { r, g, b, a } = thumbHashToAverageRGBA(hash);
    expect(a).toBe(1);
    for (const [value, expected] of [
      [r, (0xd0 + 0x10) / 510],
      [g, (0x10 + 0x20) / 510],
      [b, (0x10 + 0xc0) / 510],
    ] as const)
      expect(Math.abs(value - expected)).toBeLessThan(0.05);
  });

  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const colourAt = async (left: number, top: number) => {
    const picture = sharp(join(folder, '1600.webp')).removeAlpha();
    return [...(await picture.extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
  };

  it.each([0.6, 0.95])('that is cut off at %d of its bytes is rendered as far as it goes, without its metadata', async (share) => {
    const { bytes } = await makePhoto({ orientation: 1 });
    expect(await resized(cut(bytes, share))).toMatchObject({ width: 900, height: 600, thumbhash: expect.any(String) });
    expect(await Promise.all([128, 512, 1600].map(sizeOf))).toEqual([
      [128, 85],
      [512, 341],
      [900, 600],
    ]);
    const [red, , blue] = await colourAt(100, 20);
    expect(red! > 150 && blue! < 90).toBe(true);
    for (const size of [128, 512, 1600]) {
      const shown = readFileSync(join(folder, `${size}.webp`));
      expect(await sharp(shown).metadata()).not.toHaveProperty('exif');
      for (const secret of [PHOTO_SECRETS.camera, PHOTO_SECRETS.owner, 'Exif', 'GPS']) expect(shown.includes(secret)).toBe(false);
    }
  });

  it('that is cut off can be cropped, even to a part that is missing', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    const crop = { x: 0, y: 0.9, width: 0.5, height: 0.1 };
    expect(await resized(cut(bytes, 0.6), { crop })).toMatchObject({ width: 900, height: 600 });
    expect(await sizeOf(1600)).toEqual([450, 60]);
  });

  it.each([false, true])('with damaged bytes is rendered as far as it can be decoded (progressive: %s)', async (progressive) => {
    const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#208040', noise } })
      .jpeg({ progressive })
      .toBuffer();
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0x55, middle, middle + 400);
    expect(await resized(cut(bytes, 0.9))).toMatchObject({ width: 600, height: 400 });
  });

  it('of which nothing can be decoded is refused, and so is any other damaged format', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    const start = bytes.indexOf(Buffer.from([0xff, 0xda]));
    for (const length of [20, 600, start, start + 14])
      await expect(resized(bytes.subarray(0, length)), String(length)).rejects.toThrow(/premature end of JPEG/);
    for (const format of ['png', 'webp'] as const)
      await expect(resized(cut(await sharp(bytes).toFormat(format).toBuffer(), 0.6)), format).rejects.toThrow(
        /^pngload|^webp|png|webp|Vips/,
      );
    // Nothing is missing from a picture of one colour.
    const grey = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer();
    expect(await resized(grey)).toMatchObject({ width: 90, height: 60 });
  });

  it('in another format, whatever it is called, or with too many pixels is refused', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    expect(await resized(await sharp(bytes).gif().toBuffer())).toEqual({ fault: 'format gif' });
    for (const given of [bytes, cut(bytes, 0.6)]) await expect(resized(given, { maxPixels: 900 * 600 - 1 })).rejects.toThrow('pixel limit');
    expect(await resized(bytes, { maxPixels: 900 * 600 })).toMatchObject({ width: 900, height: 600 });
  });
});
