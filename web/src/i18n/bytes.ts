import type { Language } from '@veld/contract';
import { number } from './format';

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
