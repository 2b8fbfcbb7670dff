import { featuresIn } from '@rapideditor/country-coder';
import type { Line, Point, Position } from '@veld/geometry';
import { territoryAt } from './countries.ts';

/** The outlines of a country or territory with its waters, as `territoryAt` has them; empty for an unknown code. */
export function countryOutlines(code: string): Position[][][] {
  return featuresIn(code).flatMap(({ geometry }) => {
    if (geometry?.type !== 'MultiPolygon') return [];
    const polygons = geometry.coordinates as unknown as Position[][][];
    // Distant islands can have their own codes.
    return territoryAt(pointIn(polygons[0]![0]!)) === code ? polygons : [];
  });
}

/** A point inside a ring: between its first two edges from the west, in the middle of its height. */
function pointIn(ring: Line): Point {
  const latitudes = ring.map(([, y]) => y);
  const latitude = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const crossings = ring.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = ring[i]!;
    return y1 > latitude !== y2 > latitude ? [x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)] : [];
  });
  const [west, east] = crossings.toSorted((one, other) => one - other);
  return { latitude, longitude: (west! + east!) / 2 };
}
