import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degreesEast } from './antimeridian.ts';
import { boundPositions, isBetweenLongitudes, joinSpans, widenBox, wrapWest } from './boxes.ts';
import { metresBetween } from './distance.ts';
import { METRES_PER_DEGREE } from './earth.ts';
import { pointAt } from './sphere.ts';

describe('a box', () => {
  it('is around all positions, however many', () => {
    const long = Array.from({ length: 300_000 }, (_, at): [number, number] => [5 + at / 1e6, 52 - at / 1e6]);
    expect(boundPositions(long)).toEqual({ west: 5, south: 51.700_001, east: 5.299_999, north: 52 });
    expect(boundPositions([]).west).toBe(Infinity);
  });

  it('that is widened has all that is within the distance, and no more than touches it', () => {
    const place = fc.record({
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(
        place,
        fc.double({ min: 1, max: 500_000, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (from, metres, course) => {
          const { latitude, longitude } = from;
          const box = widenBox({ west: longitude, east: longitude, south: latitude, north: latitude }, metres);
          const edge = pointAt(from, metres * 0.999_999, course);
          expect(edge.latitude).toBeGreaterThanOrEqual(box.south - 1e-9);
          expect(edge.latitude).toBeLessThanOrEqual(box.north + 1e-9);
          expect(isBetweenLongitudes(edge.longitude, box.west - 1e-9, box.east + 1e-9)).toBe(true);
          // The circle touches its eastern side.
          const least = Array.from({ length: 400 }, (_, at) => box.south + ((box.north - box.south) * at) / 399)
            .map((north) => metresBetween(from, { latitude: north, longitude: box.east }))
            .reduce((one, other) => Math.min(one, other), Infinity);
          if (box.east - box.west < 360) expect(least / metres).toBeLessThan(1.02);
        },
      ),
    );
    expect(widenBox({ west: 5, east: 6, south: 89, north: 89.9 }, METRES_PER_DEGREE)).toEqual({
      west: -175,
      east: 186,
      south: 88,
      north: 90,
    });
    expect(widenBox({ west: 5, east: 5, south: -89.5, north: -89.5 }, METRES_PER_DEGREE).south).toBe(-90);
  });
});

it('the west of a box lies from -180 up to 180 degrees', () => {
  expect([wrapWest(180), wrapWest(-180), wrapWest(5.1), wrapWest(190), wrapWest(-190)]).toEqual([-180, -180, 5.1, -170, 170]);
});

it('a longitude lies between two others going east, also across the antimeridian', () => {
  for (const longitude of [180, -180, 175, -175, 170, -170]) expect(isBetweenLongitudes(longitude, 170, -170)).toBe(true);
  for (const longitude of [0, 169.9, -169.9]) expect(isBetweenLongitudes(longitude, 170, -170)).toBe(false);
  for (const longitude of [180, -180]) expect(isBetweenLongitudes(longitude, 170, 180)).toBe(true);
  for (const longitude of [180, -180, 0, 77]) expect(isBetweenLongitudes(longitude, -180, 180)).toBe(true);
  expect(isBetweenLongitudes(20, 10, 15)).toBe(false);
});

describe('spans of longitudes', () => {
  const points = (...longitudes: number[]) => longitudes.map((west) => ({ west, east: west }));

  it('are joined across the antimeridian where that is shorter', () => {
    expect(joinSpans(points(179, -178))).toEqual({ west: 179, east: 182 });
    expect(joinSpans(points(-10, 20, 5))).toEqual({ west: -10, east: 20 });
    expect(joinSpans(points(-170, 170, 100))).toEqual({ west: 100, east: 190 });
    expect(joinSpans([{ west: 175, east: 185 }, ...points(-179)])).toEqual({ west: 175, east: 185 });
    expect(joinSpans([{ west: -180, east: 180 }])).toEqual({ west: -180, east: 180 });
  });

  it('are all in the one that joins them, which is as short wherever they are turned', () => {
    const spans = fc.array(fc.record({ west: fc.integer({ min: -400, max: 400 }), width: fc.integer({ min: 0, max: 60 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: -360, max: 360 }), (found, turn) => {
        const joined = joinSpans(found.map(({ west, width }) => ({ west, east: west + width })));
        for (const { west, width } of found)
          expect(joined.east - joined.west >= 360 || degreesEast(west, joined.west) + width <= joined.east - joined.west).toBe(true);
        const turned = joinSpans(found.map(({ west, width }) => ({ west: west + turn, east: west + width + turn })));
        expect(Math.min(360, turned.east - turned.west)).toBe(Math.min(360, joined.east - joined.west));
      }),
    );
  });
});
