import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortWay } from './antimeridian.ts';
import { metresBetween } from './distance.ts';
import { EARTH_RADIUS_M } from './earth.ts';
import { bearing, onSphere, pointAt } from './sphere.ts';

const places = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('a point at a distance and a course', () => {
  it('is that far away in that direction, also across the antimeridian', () => {
    const metres = fc.double({ min: 100, max: 400_000, noNaN: true });
    fc.assert(
      fc.property(places, metres, fc.double({ min: 0, max: 359.99, noNaN: true }), (from, away, course) => {
        const to = pointAt(from, away, course);
        expect(metresBetween(from, to) / away).toBeCloseTo(1, 6);
        expect(Math.abs(shortWay(bearing(from, to) - course))).toBeLessThan(0.001);
        expect(to.longitude > -180 && to.longitude <= 180).toBe(true);
      }),
    );
  });
});

it('a chord through the sphere is as long as the way above it says', () => {
  fc.assert(
    fc.property(places, places, (from, to) => {
      const [one, other] = [onSphere(from), onSphere(to)];
      const chord = Math.hypot(...one.map((value, axis) => value - other[axis]!));
      expect(2 * EARTH_RADIUS_M * Math.asin(Math.min(1, chord / 2))).toBeCloseTo(metresBetween(from, to), -1);
    }),
  );
});
