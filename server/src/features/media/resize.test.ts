import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePhoto } from '../../testing/records.ts';
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

  it('in another format, whatever it is called, or with too many pixels is refused', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    expect(await resized(await sharp(bytes).gif().toBuffer())).toEqual({ fault: 'format gif' });
    await expect(resized(bytes, { maxPixels: 900 * 600 - 1 })).rejects.toThrow('pixel limit');
    expect(await resized(bytes, { maxPixels: 900 * 600 })).toMatchObject({ width: 900, height: 600 });
  });
});
