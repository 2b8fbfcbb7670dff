import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degreesEast, shortWay, turnTo, unwrapGeometry, unwrapLine, unwrapRings, wholeTurns, wrapLongitude } from './antimeridian.ts';
import type { Position } from './earth.ts';
import { isInRings } from './inside.ts';
import { hasCrossing } from './crossing.ts';

const degrees = fc.double({ min: -720, max: 720, noNaN: true });
/** Every other one brings what lies around 0 to the antimeridian. */
const turns = fc.oneof(degrees, fc.double({ min: 170, max: 190, noNaN: true }));
const star = (radii: readonly number[], x: number, y: number, size: number): Position[] => {
  const corners = radii.map((radius, at): Position => {
    const angle = (2 * Math.PI * at) / radii.length;
    return [x + size * radius * Math.cos(angle), y + size * radius * Math.sin(angle)];
  });
  return [...corners, corners[0]!];
};
const radii = fc.array(fc.double({ min: 0.6, max: 1, noNaN: true }), { minLength: 6, maxLength: 30 });
const turnedBy =
  (turn: number) =>
  ([x, y]: Position): Position => [wrapLongitude(x + turn), y];
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe('a longitude', () => {
  it('lies above -180 and up to 180, and is turned by whole turns', () => {
    fc.assert(
      fc.property(degrees, (longitude) => {
        const wrapped = wrapLongitude(longitude);
        expect(wrapped > -180 && wrapped <= 180).toBe(true);
        expect(Math.abs(turnTo(wrapped, longitude) - longitude)).toBeLessThan(1e-9);
        expect(Math.abs(shortWay(longitude - 10))).toBeLessThanOrEqual(180);
        expect(shortWay(longitude - 10)).toBeCloseTo(longitude + wholeTurns(longitude, 10) - 10, 9);
        expect(wrapLongitude(10 + degreesEast(longitude, 10))).toBeCloseTo(wrapped, 9);
      }),
    );
    expect([wrapLongitude(-180), wrapLongitude(180), wrapLongitude(540), wrapLongitude(190)]).toEqual([180, 180, 180, -170]);
  });
});

describe('a shape', () => {
  it('has the same crossings, edges, points and hole wherever it is turned around the globe', () => {
    fc.assert(
      fc.property(
        radii,
        turns,
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (found, turn, up, right) => {
          const rings = [star(found, 0, 10, 8), star(found, 0, 10, 3).toReversed()];
          const turned = rings.map((ring) => ring.map(turnedBy(turn)));
          const around = unwrapRings(turned);
          expect(hasCrossing(around)).toBe(false);
          const [x, y] = [right * 9, 10 + up * 9];
          const distance = Math.hypot(x, y - 10);
          expect(isInRings(turned, x + turn, y)).toBe(isInRings(rings, x, y));
          if (distance < 1.5 || distance > 8) expect(isInRings(turned, x + turn, y)).toBe(false);
          for (const [number, ring] of around.entries())
            for (const [at, [longitude]] of ring.entries())
              expect(Math.abs(longitude - around[0]![0]![0] - (rings[number]![at]![0] - rings[0]![0]![0]))).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('goes the short way from 179.9 to -179.9, and does not hold Europe', () => {
    const strip = [box(179.9, -17.1, -179.9, -16.9)];
    expect(unwrapRings(strip)).toEqual([box(179.9, -17.1, 180.1, -16.9)]);
    expect([180, -180, 179.95, -179.95].every((x) => isInRings(strip, x, -17))).toBe(true);
    expect([5, 0, 179.8, -179.8].some((x) => isInRings(strip, x, -17))).toBe(false);
    const line = {
      type: 'LineString' as const,
      coordinates: [
        [179.9, -17],
        [-179.9, -17],
        [179.8, -17],
      ] as Position[],
    };
    expect(unwrapGeometry(line).coordinates).toEqual([
      [179.9, -17],
      [180.1, -17],
      [179.8, -17],
    ]);
  });

  it('may begin on one side of the antimeridian and end on the other, and may go around the globe from -180 to 180', () => {
    const [first, ...rest] = box(180, -17.1, -179.9, -16.9);
    const closed: Position[][] = [[first!, ...rest.slice(0, -1), [-180, -17.1]]];
    expect(hasCrossing(unwrapRings(closed))).toBe(false);
    expect(isInRings(closed, -179.95, -17)).toBe(true);
    const arctic = [box(-180, 60, 180, 90)];
    expect(hasCrossing(unwrapRings(arctic))).toBe(false);
    expect([-180, -90, 0, 90, 180].map((x) => isInRings(arctic, x, 70))).toEqual([true, true, true, true, true]);
    expect(isInRings(arctic, 0, 50)).toBe(false);
  });
});

describe('a line', () => {
  it('goes on beyond 180 degrees, and stays as it is elsewhere', () => {
    const plain: Position[] = [
      [5, 52],
      [6, 53],
    ];
    expect(unwrapLine(plain)).toBe(plain);
  });
});
