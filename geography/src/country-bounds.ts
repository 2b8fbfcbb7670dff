import { featuresIn } from '@rapideditor/country-coder';

/** A part of the world in degrees. */
export interface CountryBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The box around the main part of a country, by its ISO 3166-1 code; null for an unknown one. Far islands are left out. */
export function countryBounds(code: string): CountryBounds | null {
  // Groups of territories have no shape of their own.
  const polygons = featuresIn(code).flatMap(({ geometry }) => (geometry?.type === 'MultiPolygon' ? geometry.coordinates : []));
  const outlines = polygons.map(([outer]) => outer ?? []);
  // The most detailed outline. The largest may be the sea around an island.
  const main = outlines.toSorted((one, other) => other.length - one.length)[0];
  return main ? boxOf(main) : null;
}

function boxOf(ring: readonly (readonly number[])[]): CountryBounds {
  const longitudes = ring.map(([longitude = NaN]) => longitude);
  const latitudes = ring.map(([, latitude = NaN]) => latitude);
  return { west: Math.min(...longitudes), south: Math.min(...latitudes), east: Math.max(...longitudes), north: Math.max(...latitudes) };
}
