import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropPixels } from './images/crop-pixels.ts';
import { Crop, DeclaredMedia, MIN_CROP, normalCrop } from './media.ts';

const faultsOf = (crop: unknown) => {
  const read = Crop.safeParse(crop);
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
};

describe('a crop', () => {
  it('must lie inside the picture and have the minimum size', () => {
    expect(faultsOf({ x: 0.25, y: 0.1, width: 0.75, height: 0.9 })).toEqual([]);
    expect(faultsOf({ x: 0, y: 0, width: MIN_CROP, height: MIN_CROP })).toEqual([]);
    expect(faultsOf({ x: 0.5, y: 0, width: 0.6, height: 1 })).toEqual(['width crop_outside']);
    expect(faultsOf({ x: 0, y: 0.3, width: 1, height: 0.8 })).toEqual(['height crop_outside']);
    // A crop of 120 of 6,000 pixels; what rounding to a ten-thousandth adds is not outside.
    expect(MIN_CROP).toBe(120 / 6000);
    expect(faultsOf({ x: 0.5, y: 0.5, width: 0.50004, height: 0.50004 })).toEqual([]);
    expect(faultsOf({ x: 0.5, y: 0.5, width: 0.50006, height: 0.50006 })).toEqual(['width crop_outside', 'height crop_outside']);
    for (const wrong of [{ x: -0.1 }, { y: 1.2 }, { width: 0 }, { height: MIN_CROP / 2 }, { width: Number.NaN }, { x: '0.1' }])
      expect(faultsOf({ x: 0, y: 0, width: 1, height: 1, ...wrong }).length, JSON.stringify(wrong)).toBeGreaterThan(0);
    expect(faultsOf({ x: 0, y: 0, width: 1 }).length).toBeGreaterThan(0);
  });

  it('may be absent or null, which a declared photo keeps apart', () => {
    const photo = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', sha256: 'a'.repeat(64), type: 'image/jpeg', width: 4, height: 3, order: 0 };
    expect(DeclaredMedia.parse(photo)).toEqual(photo);
    expect(DeclaredMedia.parse({ ...photo, crop: null })).toEqual({ ...photo, crop: null });
    expect(DeclaredMedia.safeParse({ ...photo, crop: { x: 0 } }).success).toBe(false);
  });

  it('is rounded, and becomes null if it removes nothing', () => {
    expect(normalCrop(null)).toBeNull();
    expect(normalCrop({ x: 0, y: 0, width: 1, height: 1 })).toBeNull();
    expect(normalCrop({ x: 0.00001, y: 0, width: 0.99999, height: 1 })).toBeNull();
    expect(normalCrop({ x: 1 / 3, y: 0.5, width: 1 / 3, height: 0.5 })).toEqual({ x: 0.3333, y: 0.5, width: 0.3333, height: 0.5 });
  });

  const crops = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: MIN_CROP, max: 1, noNaN: true }))
    .map(([start, part]) => ({ start: Math.min(start, 1 - part), part }));

  it('stays valid when normalised, and normalising it again changes nothing', () => {
    fc.assert(
      fc.property(crops, crops, (across, down) => {
        const crop = { x: across.start, y: down.start, width: across.part, height: down.part };
        const once = normalCrop(crop);
        if (once === null) return;
        expect(faultsOf(once)).toEqual([]);
        expect(normalCrop(once)).toEqual(once);
        for (const name of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(once[name] - crop[name])).toBeLessThan(0.0002);
      }),
    );
  });

  it('covers only pixels completely inside it, and at least one', () => {
    fc.assert(
      fc.property(crops, crops, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), (across, down, width, height) => {
        const { left, top, ...size } = cropPixels({ x: across.start, y: down.start, width: across.part, height: down.part }, width, height);
        for (const [from, length, edge, { start, part }] of [
          [left, size.width, width, across],
          [top, size.height, height, down],
        ] as const) {
          expect(Number.isInteger(from) && Number.isInteger(length)).toBe(true);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThanOrEqual(1);
          expect(from + length).toBeLessThanOrEqual(edge);
          // A crop smaller than a pixel contains no whole pixel.
          if (length === 1) continue;
          expect(from).toBeGreaterThanOrEqual(start * edge - 0.001);
          expect(from + length).toBeLessThanOrEqual((start + part) * edge + 0.001);
        }
      }),
    );
    expect(cropPixels({ x: 0.25, y: 0.5, width: 0.5, height: 0.5 }, 400, 300)).toEqual({ left: 100, top: 150, width: 200, height: 150 });
  });
});
