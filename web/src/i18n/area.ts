import type { Language } from '@veld/contract';
import { METRES_PER_FOOT, number } from './format';

const SQUARE_METRES_PER_ACRE = 4046.856_422_4;

/** An area in hectares or acres, with useful precision. */
export function area(squareMetres: number, units: 'metric' | 'imperial', language: Language): string {
  const [value, unit] = units === 'metric' ? [squareMetres / 10_000, 'hectare'] : [squareMetres / SQUARE_METRES_PER_ACRE, 'acre'];
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  return number(value, language, { style: 'unit', unit, maximumFractionDigits: digits }).replaceAll(' ', '\u00a0');
}

/** A length in whole metres or feet, whatever its size, rounded down: "100,000 m". */
export function length(metres: number, units: 'metric' | 'imperial', language: Language): string {
  const [value, unit] = units === 'metric' ? [metres, 'meter'] : [metres / METRES_PER_FOOT, 'foot'];
  return number(Math.floor(value), language, { style: 'unit', unit }).replaceAll(' ', '\u00a0');
}
