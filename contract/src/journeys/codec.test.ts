import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePoints, encodePoints, rounded } from './codec.ts';
import { TrackPoint } from './points.ts';

const measure = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }));
const points = fc
  .array(
    fc.record({
      seq: fc.integer({ min: 0, max: 499_999 }),
      segment: fc.integer({ min: 0, max: 100_000 }),
      t: fc.option(fc.integer({ min: -62_135_596_800_000, max: 253_402_214_400_000 })),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      elevation_m: measure(-12_000, 100_000),
      accuracy_m: measure(0, 1_000_000),
      speed_mps: measure(0, 10_000),
      source: fc.constantFrom('gps' as const, 'import' as const),
    }),
    { maxLength: 40 },
  )
  .map((all): TrackPoint[] => all);

describe('the stored form of points', () => {
  it('gives back every point, to the precision of `rounded`', () => {
    fc.assert(
      fc.property(points, (given) => {
        const stored = given.map(rounded);
        expect(decodePoints(encodePoints(stored))).toEqual(stored);
        expect(encodePoints(given)).toEqual(encodePoints(stored));
        expect(stored.map(rounded)).toEqual(stored);
        for (const point of stored) expect(TrackPoint.safeParse(point).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('has about 10 bytes for each point of a walk', () => {
    const walk = Array.from({ length: 1000 }, (_, at): TrackPoint => {
      const sway = Math.sin(at / 7);
      return rounded({
        seq: at,
        segment: 0,
        t: 1_780_000_000_000 + 5000 * at + (at % 3),
        latitude: 52 + 0.00005 * at + 0.00001 * sway,
        longitude: 5 + 0.00002 * at * sway * 0.01,
        elevation_m: 12 + sway,
        accuracy_m: 6 + (at % 2),
        speed_mps: 1.2 + 0.1 * sway,
        source: 'gps',
      });
    });
    expect(encodePoints(walk).length / walk.length).toBeLessThan(14);
  });

  it('is refused if it is cut off or of another version', () => {
    const bytes = encodePoints([
      rounded({ seq: 3, segment: 0, t: 5, latitude: 1, longitude: 2, elevation_m: null, accuracy_m: 4, speed_mps: null, source: 'gps' }),
    ]);
    for (let length = 0; length < bytes.length; length++) expect(() => decodePoints(bytes.slice(0, length))).toThrow(RangeError);
    expect(() => decodePoints(Uint8Array.of(9, ...bytes.slice(1)))).toThrow(RangeError);
  });
});
