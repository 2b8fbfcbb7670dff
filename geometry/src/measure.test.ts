import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapLongitude } from './antimeridian.ts';
import { EARTH_RADIUS_M, METRES_PER_DEGREE, type Position, toPoint } from './earth.ts';
import { hasCrossingSides, measureArea, measureLength } from './measure.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const closed = (...corners: Position[]): Position[] => [...corners, corners[0]!];
const square = (x: number, y: number, size: number): Position[] => closed([x, y], [x + size, y], [x + size, y + size], [x, y + size]);

describe('a length', () => {
  it('adds up the legs of a line', () => {
    expect(measureLength([])).toBe(0);
    expect(measureLength([at(52, 5)])).toBe(0);
    expect(measureLength([at(0, 0), at(0, 1), at(1, 1)])).toBeCloseTo(2 * METRES_PER_DEGREE, -1);
    expect(Math.round(measureLength([at(52, 5), at(52, 5.1)]))).toBe(6846);
  });

  it('takes the short way across the antimeridian', () => {
    expect(measureLength([at(0, 179.5), at(0, -179.5)])).toBeCloseTo(METRES_PER_DEGREE, -1);
  });
});

describe('an area', () => {
  it('is the same whichever way round, and narrows with the latitude', () => {
    const atEquator = (METRES_PER_DEGREE / 1000) ** 2;
    expect(measureArea([closed([0, 0], [0.001, 0], [0.001, 0.001])]) / atEquator).toBeCloseTo(0.5, 4);
    expect(measureArea([square(0, 0, 0.001)]) / atEquator).toBeCloseTo(1, 4);
    expect(measureArea([square(0, 0, 0.001).toReversed()]) / atEquator).toBeCloseTo(1, 4);
    expect(measureArea([square(179.9995, 60, 0.001)]) / atEquator).toBeCloseTo(0.5, 3);
    expect(measureArea([square(0, -60, 0.001)]) / atEquator).toBeCloseTo(0.5, 3);
    expect(measureArea([])).toBe(0);
  });

  it('is exact for an eighth of the sphere', () => {
    expect(measureArea([closed([0, 0], [90, 0], [0, 90])])).toBeCloseTo((Math.PI / 2) * EARTH_RADIUS_M ** 2, -6);
  });

  it('is without holes', () => {
    // 0.1 by 0.1 degrees less 0.02 by 0.02 degrees.
    expect(measureArea([square(5, 52, 0.1), square(5.02, 52.02, 0.02)]) / 1e6).toBeCloseTo(76.05 - 3.04, 1);
  });

  it('goes along the parallels where a ring is taken around the globe as it is written', () => {
    const cap = measureArea([closed([-180, 60], [180, 60], [180, 90], [-180, 90])]);
    expect(cap / (2 * Math.PI * (1 - Math.sin(Math.PI / 3)) * EARTH_RADIUS_M ** 2)).toBeCloseTo(1, 9);
  });

  it('and a length are the same wherever a shape is turned around the globe', () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 20 });
    // Every other one brings it to the antimeridian.
    const degrees = fc.oneof(fc.double({ min: -720, max: 720, noNaN: true }), fc.double({ min: 179, max: 181, noNaN: true }));
    fc.assert(
      fc.property(radii, degrees, (found, turn) => {
        const ring = closed(
          ...found.map((radius, index): Position => {
            const angle = (2 * Math.PI * index) / found.length;
            return [radius * Math.cos(angle), 40 + radius * Math.sin(angle)];
          }),
        );
        const turned = ring.map(([x, y]): Position => [wrapLongitude(x + turn), y]);
        expect(measureArea([turned])).toBeCloseTo(measureArea([ring]), -2);
        expect(measureLength(turned.map(toPoint))).toBeCloseTo(measureLength(ring.map(toPoint)), 1);
      }),
    );
  });
});

it('the sides of a ring cross, or only touch', () => {
  expect(hasCrossingSides(closed([0, 0], [1, 1], [1, 0], [0, 1]))).toBe(true);
  expect(hasCrossingSides(closed([179.5, 0], [-179.5, 1], [-179.5, 0], [179.5, 1]))).toBe(true);
  expect(hasCrossingSides(square(179.5, 0, 1))).toBe(false);
  expect(hasCrossingSides(closed([0, 0], [2, 0], [2, 2], [1, 0], [0, 2]))).toBe(false);
});
