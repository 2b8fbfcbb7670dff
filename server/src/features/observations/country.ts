import { obscuredCell } from '@veld/contract';
import { iso1A2Code } from '@rapideditor/country-coder';

/** The country of a point in degrees, as ISO 3166-1 alpha-2; null at sea. Computed without a network request. */
export function countryOf(latitude: number, longitude: number): string | null {
  return iso1A2Code([longitude, latitude], { level: 'country' });
}

/**
 * The country of a cell, or null if its corners and centre are not all in the same country: near a border, the country would reveal
 * on which side a hidden place lies (decision 0016).
 */
export function countryOfCell(cell: ReturnType<typeof obscuredCell>): string | null {
  const points = [
    [cell.latitude, cell.longitude],
    [cell.south, cell.west],
    [cell.south, cell.east],
    [cell.north, cell.west],
    [cell.north, cell.east],
  ] as const;
  const countries = new Set(points.map(([latitude, longitude]) => countryOf(Math.min(90, latitude), Math.min(180, longitude))));
  return countries.size === 1 ? [...countries][0]! : null;
}
