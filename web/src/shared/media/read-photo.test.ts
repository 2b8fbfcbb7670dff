import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PhotoRefused } from '../../local/records/photos';
import { HeicDecoderMissing } from '../../local/device/heic';
import { RealBlob } from '../../local/testing/bytes';
import { readTagFacts } from './photo-facts';
import { detectPhotoType, type Decoders, readPhoto, findRefusal } from './read-photo';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
/** A scan without rows. */
const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4], 'ab', [0xff, 0xda, 0, 2], 'rest of a picture', [0xff, 0xd9]);
const HEIC = bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic', [0, 0, 0, 12], 'meta', [0, 0, 0, 0]);

function decoders(change: Partial<Decoders> = {}): Decoders {
  return {
    decode: () => Promise.resolve({ width: 600, height: 800, thumbhash: 'hash' }),
    heicToJpeg: () => Promise.reject(new Error('not wanted')),
    ...change,
  };
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => findRefusal(error),
  );

describe('a picked photo', () => {
  it('is recognized by its bytes, whatever its name', () => {
    expect(detectPhotoType(JPEG)).toBe('image/jpeg');
    expect(detectPhotoType(bytes([0x89], 'PNG\r\n\u001a\n'))).toBe('image/png');
    expect(detectPhotoType(bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '))).toBe('image/webp');
    expect(detectPhotoType(HEIC)).toBe('image/heic');
    expect(detectPhotoType(bytes([0, 0, 0, 28], 'ftypmif1', [0, 0, 0, 0], 'mif1avif'))).toBe('image/avif');
    expect(detectPhotoType(bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0], 'mp42isom'))).toBeNull();
    expect(detectPhotoType(bytes('GIF89a'))).toBeNull();
    expect(detectPhotoType(bytes('<svg xmlns='))).toBeNull();
  });

  it('keeps its bytes, and has its upright size and hash', async () => {
    const photo = await readPhoto(new RealBlob([JPEG], { type: 'image/heic' }), decoders());
    expect(photo).toMatchObject({ type: 'image/jpeg', width: 600, height: 800, thumbhash: 'hash', preview: null });
    expect(new Uint8Array(await photo.blob.arrayBuffer())).toEqual(JPEG);
    expect(photo.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('in HEIC gets a JPEG beside it, and the original is what is sent', async () => {
    const jpeg = new RealBlob([JPEG], { type: 'image/jpeg' });
    const photo = await readPhoto(new RealBlob([HEIC]), decoders({ heicToJpeg: () => Promise.resolve(jpeg) }));
    expect(photo.type).toBe('image/heic');
    expect(photo.preview).toBe(jpeg);
    expect(new Uint8Array(await photo.blob.arrayBuffer())).toEqual(HEIC);
  });

  it('in HEIC is kept as it is, with its upright size, if the decoder cannot be fetched', async () => {
    const box = (type: string, ...rest: number[]) => {
      const length = 8 + rest.length;
      return [0, 0, 0, length, ...[...type].map((letter) => letter.charCodeAt(0)), ...rest];
    };
    const size = (width: number, height: number) => box('ispe', 0, 0, 0, 0, 0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255);
    const tiled = (...boxes: number[][]) => new Uint8Array([...HEIC, ...boxes.flat()]);
    const missing = decoders({ heicToJpeg: () => Promise.reject(new HeicDecoderMissing()) });
    const turned = tiled(size(512, 512), size(4032, 3024), box('irot', 3));
    const photo = await readPhoto(new RealBlob([turned]), missing);
    expect(photo).toMatchObject({ type: 'image/heic', width: 3024, height: 4032, preview: null, thumbhash: null });
    expect(new Uint8Array(await photo.blob.arrayBuffer())).toEqual(turned);
    expect(await readPhoto(new RealBlob([tiled(size(4032, 3024), box('irot', 2))]), missing)).toMatchObject({ width: 4032, height: 3024 });
    // Without a size it is no photo; a file the decoder cannot read is refused as ever.
    expect(await reasonOf(readPhoto(new RealBlob([HEIC]), missing))).toBe('unreadable');
    const broken = decoders({ heicToJpeg: () => Promise.reject(new Error('no picture in it')) });
    expect(await reasonOf(readPhoto(new RealBlob([turned]), broken))).toBe('unreadable');
  });

  it('is rejected with a reason if it is empty, too large, not a photo, damaged or has too many pixels', async () => {
    expect(await reasonOf(readPhoto(new RealBlob([]), decoders()))).toBe('empty');
    const huge = { size: 51 * 1024 * 1024 } as Blob;
    expect(await reasonOf(readPhoto(huge, decoders()))).toBe('too_large');
    expect(await reasonOf(readPhoto(new RealBlob(['hello']), decoders()))).toBe('type');
    const broken = decoders({ decode: () => Promise.reject(new Error('cannot')) });
    expect(await reasonOf(readPhoto(new RealBlob([JPEG]), broken))).toBe('unreadable');
    const giant = decoders({ decode: () => Promise.resolve({ width: 10_000, height: 6000, thumbhash: null }) });
    expect(await reasonOf(readPhoto(new RealBlob([JPEG]), giant))).toBe('too_many_pixels');
    const gone = { size: 5, arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as unknown as Blob;
    expect(await reasonOf(readPhoto(gone, decoders()))).toBe('unreadable');
  });

  it('C16: is refused if the file is cut off anywhere, whatever can be seen of it', async () => {
    const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#486b2d' } })
      .jpeg({ progressive: true })
      .toBuffer();
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const whole = await sharp(jpeg).toFormat(format).toBuffer();
      expect(await reasonOf(readPhoto(new RealBlob([new Uint8Array(whole)]), decoders())), format).toBe('taken');
      for (const share of [0.3, 0.55, 0.99]) {
        const part = new Uint8Array(whole.subarray(0, Math.floor(whole.length * share)));
        expect(await reasonOf(readPhoto(new RealBlob([part]), decoders())), `${format} ${share}`).toBe('cut_off');
      }
    }
    const image = () => Promise.resolve(new RealBlob([JPEG]));
    expect(await reasonOf(readPhoto(new RealBlob([HEIC.subarray(0, 30)]), decoders({ heicToJpeg: image })))).toBe('cut_off');
  });

  it('throws other errors instead of rejecting the file', () => {
    expect(findRefusal(new PhotoRefused('type'))).toBe('type');
    expect(findRefusal(new Error('no room'))).toBeNull();
  });
});

describe('photo metadata', () => {
  const tag = (value: unknown) => ({ id: 0, value, description: '' }) as never;

  it('contains the place with its uncertainty, and the camera’s local time', () => {
    const facts = readTagFacts({
      gps: { Latitude: -33.9253456789, Longitude: 18.42 },
      exif: { GPSHPositioningError: tag([47, 10]), DateTimeOriginal: tag(['2026:05:10 08:14:33']) },
    });
    expect(facts).toEqual({
      latitude: -33.925346,
      longitude: 18.42,
      coordinate_uncertainty_m: 5,
      taken_on: '2026-05-10',
      taken_time: '08:14',
      taken_second: 33,
    });
  });

  it('ignores 0,0, an unset clock and invalid values', () => {
    const nothing = { latitude: null, longitude: null, coordinate_uncertainty_m: null, taken_on: null, taken_time: null };
    expect(readTagFacts({ gps: { Latitude: 0, Longitude: 0 }, exif: { DateTimeOriginal: tag(['0000:00:00 00:00:00']) } })).toEqual(nothing);
    expect(readTagFacts({ gps: { Latitude: 52 }, exif: { DateTimeOriginal: tag(['2026:02:30 10:00:00']) } })).toEqual(nothing);
    expect(readTagFacts({ gps: { Latitude: Number.NaN, Longitude: 5 } })).toEqual(nothing);
    expect(readTagFacts({})).toEqual(nothing);
  });
});
