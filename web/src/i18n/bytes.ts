import type { Language } from '@veld/contract';
import { number } from './format';

/** Bytes in a readable unit. */
export function bytes(value: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, value < 1 ? 1 : Math.floor(Math.log10(value) / 3));
  const options = { style: 'unit', unit: units[power]!, unitDisplay: 'short', maximumFractionDigits: power === 0 ? 0 : 1 } as const;
  return number(value / 1000 ** power, language, options);
}
