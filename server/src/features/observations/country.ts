import { obscuredCell } from '@veld/contract';
import { wrapLongitude } from '@veld/geometry';
import { countryAt } from '@veld/geography';

/** The country of a point in degrees, as ISO 3166-1 alpha-2; null at sea. Computed without a network request. */
export function findCountry(latitude: number, longitude: number): string | null {
  return countryAt({ latitude, longitude: wrapLongitude(longitude) });
}

/** About a metre, in degrees. */
const BESIDE = 0.00001;

/**
 * The country of a cell, or null if its corners and centre are not all in the same country: near a border, the country would reveal
 * on which side a hidden place lies (decision 0016).
 */
export function countryOfCell(cell: ReturnType<typeof obscuredCell>): string | null {
  // Cells end at the antimeridian, and the country of a cell does not depend on what is beyond.
  const [west, east] = [Math.max(BESIDE - 180, cell.west), Math.min(180 - BESIDE, cell.east)];
  const points = [
    [cell.latitude, cell.longitude],
    [cell.south, west],
    [cell.south, east],
    [cell.north, west],
    [cell.north, east],
  ] as const;
  const [country = null, ...others] = new Set(points.map(([latitude, longitude]) => findCountry(Math.min(90, latitude), longitude)));
  return others.length === 0 ? country : null;
}
