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
    return resize({ input, original: input, folder, sizes: [128, 512, 1600], crop: null, maxPixels: 1_000_000, ...set });
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

  it.each([0.3, 0.6, 0.95])('that is cut off at %d of its bytes is refused', async (share) => {
    const { bytes } = await makePhoto({ orientation: 1 });
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const whole = await sharp(bytes).toFormat(format).toBuffer();
      expect(await resized(whole), format).toMatchObject({ width: 900, height: 600 });
      expect(await resized(cut(whole, share)), format).toEqual({ fault: 'cut off' });
    }
  });

  it('that was cut off and ended again is refused', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    await expect(resized(Buffer.concat([cut(bytes, 0.6), Buffer.from([0xff, 0xd9])]))).rejects.toThrow(/premature end/);
  });

  it('is rendered with something after its end, as long as it is complete itself', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    for (const more of [Buffer.alloc(5000), cut(bytes, 0.5), Buffer.from('<html>')])
      expect(await resized(Buffer.concat([bytes, more]))).toMatchObject({ width: 900, height: 600 });
  });

  it('made from an original that is cut off is refused', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    const original = join(folder, 'original.jpg');
    writeFileSync(original, cut(bytes, 0.6));
    expect(await resized(bytes, { original })).toEqual({ fault: 'cut off' });
    writeFileSync(original, bytes);
    expect(await resized(bytes, { original })).toMatchObject({ width: 900 });
  });

  it.each([false, true])('is rendered as far as it can be decoded if bytes are damaged (progressive: %s)', async (progressive) => {
    const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#208040', noise } })
      .jpeg({ progressive })
      .toBuffer();
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0x55, middle, middle + 400);
    expect(await resized(bytes)).toMatchObject({ width: 600, height: 400 });
  });

  it('is refused in another format, whatever it is called, or with too many pixels', async () => {
    const { bytes } = await makePhoto({ orientation: 1 });
    expect(await resized(await sharp(bytes).gif().toBuffer())).toEqual({ fault: 'format gif' });
    await expect(resized(bytes, { maxPixels: 900 * 600 - 1 })).rejects.toThrow('pixel limit');
    expect(await resized(bytes, { maxPixels: 900 * 600 })).toMatchObject({ width: 900, height: 600 });
  });
});
