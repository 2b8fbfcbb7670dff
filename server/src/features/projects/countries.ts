import type { ProjectArea } from '@veld/contract';
import { countryOf } from '../observations/country.ts';
import { hasPoint } from './polygon.ts';

/** Points per axis at which the inside of an area is looked at. */
const STEPS = 12;

/**
 * The countries in which an area may lie, for the list of projects of a country: those of its vertices and of a grid of points over it.
 * Null for the world. An area at sea has none.
 */
export function countriesOfArea(area: ProjectArea): string[] | null {
  if (area.type === 'worldwide') return null;
  if (area.type === 'countries') return [...new Set(area.countries)].toSorted();
  const points = area.geometry.type === 'Polygon' ? area.geometry.coordinates.flat() : area.geometry.coordinates;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - south];
  const inside = Array.from({ length: STEPS * STEPS }, (_, at): [number, number] => [
    west + (width * ((at % STEPS) + 0.5)) / STEPS,
    south + (height * (Math.floor(at / STEPS) + 0.5)) / STEPS,
  ]).filter((point) => area.geometry.type === 'Polygon' && hasPoint(area.geometry.coordinates, point));
  return [...new Set([...points, ...inside].flatMap(([x, y]) => countryOf(y, x) ?? []))].toSorted();
}
