import { describe, expect, it } from 'vitest';
import { areaOf, lengthOf, lineThrough } from './measure';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
/** One degree of arc on the mean sphere, in metres. */
const DEGREE = 111_195.08;

describe('measuring', () => {
  it('adds up the legs of a line', () => {
    expect(lengthOf([])).toBe(0);
    expect(lengthOf([at(52, 5)])).toBe(0);
    expect(lengthOf([at(0, 0), at(0, 1), at(1, 1)])).toBeCloseTo(2 * DEGREE, -1);
  });

  it('takes the short way across the antimeridian', () => {
    expect(lengthOf([at(0, 179.5), at(0, -179.5)])).toBeCloseTo(DEGREE, -1);
    expect(lineThrough([at(0, 179.5), at(0, -179.5), at(0, 179)])).toEqual([
      [179.5, 0],
      [180.5, 0],
      [179, 0],
    ]);
  });

  it('has an area from three points on, whichever way round and wherever', () => {
    const square = (latitude: number, longitude: number) => [
      at(latitude, longitude),
      at(latitude, longitude + 0.001),
      at(latitude + 0.001, longitude + 0.001),
      at(latitude + 0.001, longitude),
    ];
    const atEquator = (DEGREE / 1000) ** 2;
    expect(areaOf(square(0, 0).slice(0, 2))).toBeNull();
    expect(areaOf(square(0, 0).slice(0, 3))! / atEquator).toBeCloseTo(0.5, 4);
    expect(areaOf(square(0, 0))! / atEquator).toBeCloseTo(1, 4);
    expect(areaOf(square(0, 0).toReversed())! / atEquator).toBeCloseTo(1, 4);
    expect(areaOf(square(60, 179.9995))! / atEquator).toBeCloseTo(0.5, 3);
    expect(areaOf(square(-60, 0))! / atEquator).toBeCloseTo(0.5, 3);
  });

  it('is exact for an eighth of the sphere', () => {
    expect(areaOf([at(0, 0), at(0, 90), at(90, 0)])).toBeCloseTo((Math.PI / 2) * 6_371_008.8 ** 2, -6);
  });

  it('has no area where sides cross', () => {
    expect(areaOf([at(0, 0), at(1, 1), at(0, 1), at(1, 0)])).toBeNull();
  });
});
