import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapKey, obscuredCell } from './places.ts';

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const RADIUS = 6_371_008.8;

function metresBetween(aLatitude: number, aLongitude: number, bLatitude: number, bLongitude: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(bLatitude - aLatitude) / 2) ** 2 +
    Math.cos(radians(aLatitude)) * Math.cos(radians(bLatitude)) * Math.sin(radians(bLongitude - aLongitude) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

describe('the obscuring grid', () => {
  it('contains each point in its cell, within the uncertainty from the centre', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lng) => {
        const cell = obscuredCell(lat, lng);
        expect(lat).toBeGreaterThanOrEqual(cell.south - 1e-5);
        expect(lat).toBeLessThanOrEqual(cell.north + 1e-5);
        // Just west of the antimeridian, rounding can give the first cell east of it.
        const turned = lng > 179.999 && cell.west < 0 ? -180 : lng;
        expect(turned).toBeGreaterThanOrEqual(cell.west - 1e-5);
        expect(turned).toBeLessThanOrEqual(cell.east + 1e-5);
        expect(metresBetween(lat, lng, cell.latitude, cell.longitude)).toBeLessThanOrEqual(cell.coordinate_uncertainty_m + 2);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives all points of a cell the same cell, so that obscuring twice reveals nothing new', () => {
    const inside = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, inside, inside, (lat, lng, up, right) => {
        const cell = obscuredCell(lat, lng);
        expect(obscuredCell(cell.latitude, cell.longitude)).toEqual(cell);
        for (const degrees of [cell.latitude, cell.longitude, cell.south, cell.north, cell.west, cell.east])
          expect(Number(degrees.toFixed(5)) === degrees, `${degrees} has at most five decimals`).toBe(true);
        const other = obscuredCell(cell.south + up * (cell.north - cell.south), cell.west + right * (cell.east - cell.west));
        expect(other).toEqual(cell);
      }),
      { numRuns: 2000 },
    );
  });

  it('has cells of about 11 km by 11 km, except at the poles', () => {
    fc.assert(
      fc.property(fc.double({ min: -85, max: 85, noNaN: true }), longitude, (lat, lng) => {
        const cell = obscuredCell(lat, lng);
        const height = metresBetween(cell.south, cell.west, cell.north, cell.west);
        const width = metresBetween(cell.latitude, cell.west, cell.latitude, cell.east);
        expect(height).toBeGreaterThan(11_000);
        expect(height).toBeLessThan(11_200);
        expect(width / height).toBeGreaterThan(0.95);
        expect(width / height).toBeLessThan(1.05);
      }),
    );
  });

  it('gives the published values', () => {
    expect(obscuredCell(52.09083, 5.12222)).toEqual({
      latitude: 52.05,
      longitude: 5.12195,
      coordinate_uncertainty_m: 7867,
      south: 52,
      north: 52.1,
      west: 5.04065,
      east: 5.20325,
    });
    expect(obscuredCell(90, 0).north).toBe(90);
    expect(obscuredCell(-90, 0).south).toBe(-90);
    expect(obscuredCell(10, 180)).toEqual(obscuredCell(10, -180));
  });
});

describe('the map key', () => {
  it('is a safe integer', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lng) => {
        const key = mapKey(lat, lng);
        expect(Number.isSafeInteger(key)).toBe(true);
        expect(key).toBeGreaterThanOrEqual(0);
        expect(key).toBeLessThan(2 ** 52);
      }),
    );
  });

  it('is in the range of a map tile exactly for the points of that tile', () => {
    fc.assert(
      fc.property(
        // Steps of about a centimetre: closer to the edge of a tile, rounding can make two correct formulas differ.
        fc.integer({ min: -850_000_000, max: 850_000_000 }).map((steps) => steps / 1e7),
        fc.integer({ min: -1_799_000_000, max: 1_799_000_000 }).map((steps) => steps / 1e7),
        fc.integer({ min: 0, max: 20 }),
        (lat, lng, zoom) => {
          // The standard tile formula of web maps, independent of `mapKey`.
          const tiles = 2 ** zoom;
          const x = Math.floor(((lng + 180) / 360) * tiles);
          const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * tiles);
          let prefix = 0;
          for (let bit = zoom - 1; bit >= 0; bit--) prefix = prefix * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
          const size = 4 ** (26 - zoom);
          const key = mapKey(lat, lng);
          expect(Math.floor(key / size)).toBe(prefix);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
