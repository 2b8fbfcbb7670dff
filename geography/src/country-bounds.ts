import { featuresIn } from '@rapideditor/country-coder';
import { type Box, boundPositions } from '@veld/geometry';

/** The box around the main part of a country, by its ISO 3166-1 code; null for an unknown one. Far islands are left out. */
export function countryBounds(code: string): Box | null {
  // Groups of territories have no shape of their own.
  const polygons = featuresIn(code).flatMap(({ geometry }) => (geometry?.type === 'MultiPolygon' ? geometry.coordinates : []));
  const outlines = polygons.map(([outer]) => outer ?? []);
  // The most detailed outline. The largest may be the sea around an island.
  const main = outlines.toSorted((one, other) => other.length - one.length)[0];
  return main ? boundPositions(main) : null;
}
