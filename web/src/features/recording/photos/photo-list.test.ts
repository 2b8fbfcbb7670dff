import { Crop } from '@veld/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocalObservation } from '../../../local/db/rows';
import { anna } from '../../../local/testing/people';
import { blankValues, type FormPhoto, readFormRecord, fillFormValues } from '../form-values';
import { changed, isSquare, moved, putBack, squareIn } from './use-photo-list';

const photo = (id: string): FormPhoto => ({ id, sha256: '', type: 'image/jpeg', width: 400, height: 300, thumbhash: null });
const list = ['a', 'b', 'c', 'd'].map(photo);
const ids = (media: readonly FormPhoto[]) => media.map(({ id }) => id).join('');

describe('the photos of the form', () => {
  it('can be moved to any position, but not beyond the ends', () => {
    expect(ids(moved(list, 'a', 1))).toBe('bacd');
    expect(ids(moved(list, 'd', 0))).toBe('dabc');
    expect(ids(moved(list, 'b', 3))).toBe('acdb');
    expect(ids(moved(list, 'b', 99))).toBe('acdb');
    expect(ids(moved(list, 'b', -1))).toBe('bacd');
    expect(ids(moved(list, 'x', 0))).toBe('abcd');
  });

  it('are the same photos after any move', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: -2, max: 6 }), (id, to) => {
        const after = moved(list, id, to);
        expect(ids(after).split('').toSorted().join('')).toBe('abcd');
        expect(after.findIndex((one) => one.id === id)).toBe(Math.min(Math.max(to, 0), 3));
      }),
    );
  });

  it('can be put back where they were, once', () => {
    const without = list.filter(({ id }) => id !== 'c');
    expect(ids(putBack(without, list[2]!, 2))).toBe('abcd');
    expect(ids(putBack(list, list[2]!, 0))).toBe('abcd');
    expect(ids(putBack([], list[2]!, 2))).toBe('c');
  });

  it('are edited one by one, and saved with their own details', () => {
    const crop = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
    const media = changed(changed(list, 'b', { crop, caption: 'wing' }), 'c', { license: 'CC0-1.0', crop: null });
    const record = readFormRecord({ ...blankValues(anna.preferences), media });
    expect(record.media.map(({ id, order, caption, license, crop: shown }) => ({ id, order, caption, license, crop: shown }))).toEqual([
      { id: 'a', order: 0, caption: null, license: null, crop: undefined },
      { id: 'b', order: 1, caption: 'wing', license: null, crop },
      { id: 'c', order: 2, caption: null, license: 'CC0-1.0', crop: null },
      { id: 'd', order: 3, caption: null, license: null, crop: undefined },
    ]);
    // Opened again and saved unchanged, it stays the same, without a crop that it did not have.
    const again = readFormRecord(fillFormValues({ ...record, taxon: null } as unknown as LocalObservation));
    expect(again.media).toEqual(record.media);
    expect(again.media[0]).not.toHaveProperty('crop');
  });
});

describe('a square crop', () => {
  const sizes = fc.integer({ min: 200, max: 6000 });
  const edges = fc
    .tuple(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 1000, max: 10_000 }))
    .map(([from, part]) => ({ from: Math.min(from, 10_000 - part) / 10_000, part: part / 10_000 }));

  it('lies within the previous crop, around its centre, and is as wide as high', () => {
    fc.assert(
      fc.property(edges, edges, sizes, sizes, (across, down, width, height) => {
        // A strip whose square would be smaller than a crop may be is widened to that.
        fc.pre(Math.min(across.part * width, down.part * height) > 0.05 * Math.max(width, height));
        const crop = { x: across.from, y: down.from, width: across.part, height: down.part };
        const square = squareIn(crop, width, height) ?? { x: 0, y: 0, width: 1, height: 1 };
        expect(Crop.safeParse(square).success).toBe(true);
        expect(isSquare(square, width, height)).toBe(true);
        const step = 0.0002;
        expect(square.x).toBeGreaterThanOrEqual(crop.x - step);
        expect(square.y).toBeGreaterThanOrEqual(crop.y - step);
        expect(square.x + square.width).toBeLessThanOrEqual(crop.x + crop.width + step);
        expect(square.y + square.height).toBeLessThanOrEqual(crop.y + crop.height + step);
        expect(Math.abs(square.x + square.width / 2 - (crop.x + crop.width / 2))).toBeLessThan(step);
      }),
    );
  });

  it('of a square picture is the whole picture', () => {
    expect(squareIn(null, 500, 500)).toBeNull();
    expect(squareIn(null, 400, 200)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
    expect(isSquare(null, 400, 200)).toBe(false);
  });
});
