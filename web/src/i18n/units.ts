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

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in a unit that says something to people: "1.2 MB", and "< 1 kB" for a few bytes. */
export function bytes(value: number, language: Language): string {
  const inUnit = (power: number) => {
    const options = { style: 'unit', unit: UNITS[power - 1]!, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return number(value / 1000 ** power, language, options);
  };
  if (value > 0 && value < 1000) return `< ${number(1, language, { style: 'unit', unit: 'kilobyte', unitDisplay: 'short' })}`;
  // 999,960 bytes would be "1,000 kB".
  const power = value < 1000 ? 1 : Math.floor(Math.log10(value * 1.00005) / 3);
  return inUnit(Math.min(UNITS.length, power));
}
