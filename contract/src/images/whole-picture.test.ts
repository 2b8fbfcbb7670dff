import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWholePicture } from './whole-picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const box = (type: string, ...contents: number[][]) => [...u32(8 + contents.flat().length), ...bytes(type), ...contents.flat()];

const THUMBNAIL = [0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9];
/** With a preview in a segment, fill bytes, stuffed bytes, a restart marker and two scans. */
const JPEG = bytes(
  [0xff, 0xd8, 0xff, 0xe1, ...u16(2 + THUMBNAIL.length), ...THUMBNAIL],
  [0xff, 0xff, 0xda, 0, 4, 9, 9, 1, 0xff, 0, 2, 0xff, 0xd0, 3],
  [0xff, 0xda, 0, 3, 9, 4, 5, 6, 0xff, 0xd9],
);
const PNG = bytes([0x89], 'PNG\r\n\u001a\n', u32(1), 'IDAT', [7], u32(0), u32(0), 'IEND', u32(0));
const WEBP = bytes('RIFF', [14, 0, 0, 0], 'WEBPVP8 ', [2, 0, 0, 0, 5, 6]);

/** One picture of which `length` bytes are said to be at `offset`; `iloc` of the version. */
function heif(version: number, length: number, isToTheEnd = false): Uint8Array {
  const item = [...(version < 2 ? u16(1) : u32(1)), ...(version > 0 ? u16(0) : []), ...u16(0), ...u16(1)];
  const iloc = (offset: number) => box('iloc', [version, 0, 0, 0, 0x44, 0], version < 2 ? u16(1) : u32(1), item, u32(offset), u32(length));
  const head = box('ftyp', [...bytes('heic')], u32(0));
  const size = head.length + box('meta', u32(0), iloc(0)).length + 8;
  const media = box('mdat', [1, 2, 3, 4, 5, 6]);
  if (isToTheEnd) media.splice(0, 4, 0, 0, 0, 0);
  return Uint8Array.from([...head, ...box('meta', u32(0), iloc(size)), ...media]);
}

describe('the file of a picture', () => {
  it.each<[string, Uint8Array]>([
    ['JPEG', JPEG],
    ['PNG', PNG],
    ['WebP', WEBP],
    ...[0, 1, 2].map((version) => [`HEIC ${version}`, heif(version, 6)] as [string, Uint8Array]),
    ['HEIC to its end', heif(1, 6, true)],
  ])('is whole with its last byte, and with more after it: %s', (_, file) => {
    expect(isWholePicture(file)).toBe(true);
    for (let length = 12; length < file.length; length++) expect(isWholePicture(file.subarray(0, length)), `${length}`).toBe(false);
    // A box that goes on to the end takes everything as its own.
    for (const more of [[0, 0, 0, 0], [...JPEG.subarray(0, 20)]])
      if (file[4] !== 0x66) expect(isWholePicture(Uint8Array.from([...file, ...more]))).toBe(true);
  });

  it('is not whole if a part of the picture is said to lie behind its end', () => {
    for (const version of [0, 1, 2]) expect(isWholePicture(heif(version, 7)), `${version}`).toBe(false);
  });

  it('is not whole if it ends before its picture begins', () => {
    expect(isWholePicture(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4], 'ab', [0xff, 0xd9]))).toBe(false);
  });

  it('counts as complete if it is empty or of another format', () => {
    for (const file of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>']) expect(isWholePicture(bytes(file))).toBe(true);
  });

  const samples = process.env.VELD_SAMPLES;
  it.skipIf(!samples)('is whole for photos of all kinds of cameras, and never when it is cut off (VELD_SAMPLES)', () => {
    const folder = join(samples!, 'images');
    for (const name of readdirSync(folder)) {
      const file = readFileSync(join(folder, name));
      expect(isWholePicture(file), name).toBe(true);
      for (let share = 1; share < 100; share++)
        expect(isWholePicture(file.subarray(0, Math.floor((file.length * share) / 100))), `${name} ${share} %`).toBe(false);
    }
    const damaged = join(samples!, 'cases/truncated.jpg');
    if (existsSync(damaged)) expect(isWholePicture(readFileSync(damaged))).toBe(false);
  });
});
