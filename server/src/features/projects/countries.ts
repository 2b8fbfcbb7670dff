import type { ProjectArea } from '@veld/contract';
import { boundPositions, isInRings, unwrapGeometry } from '@veld/geometry';
import { findCountry } from '../observations/country.ts';

/** Points per axis at which the inside of an area is looked at. */
const STEPS = 12;

/**
 * The countries in which an area may lie, for the list of projects of a country: those of its vertices and of a grid of points over it.
 * Null for the world. An area at sea has none.
 */
export function countriesOfArea(area: ProjectArea): string[] | null {
  if (area.type === 'worldwide') return null;
  if (area.type === 'countries') return [...new Set(area.countries)].toSorted();
  const { type, coordinates } = unwrapGeometry(area.geometry);
  const points = type === 'Polygon' ? coordinates.flat() : coordinates;
  const { west, south, east, north } = boundPositions(points);
  const [width, height] = [east - west, north - south];
  const inside = Array.from({ length: STEPS * STEPS }, (_, at): [number, number] => [
    west + (width * ((at % STEPS) + 0.5)) / STEPS,
    south + (height * (Math.floor(at / STEPS) + 0.5)) / STEPS,
  ]).filter(([x, y]) => type === 'Polygon' && isInRings(coordinates, x, y));
  return [...new Set([...points, ...inside].flatMap(([x, y]) => findCountry(y, x) ?? []))].toSorted();
}
