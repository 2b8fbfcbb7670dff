import type { Language } from '@veld/contract';
import { METRES_PER_FOOT, METRES_PER_MILE, number } from '../../i18n/format';

type Units = 'metric' | 'imperial';

const joined = (text: string) => text.replaceAll(' ', '\u00a0');

/** "2 h 15 min", "8 min", "40 sec": hours and minutes of a time span. */
export function duration(seconds: number, language: Language): string {
  const one = (value: number, unit: string) => joined(number(value, language, { style: 'unit', unit, unitDisplay: 'short' }));
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return one(Math.round(seconds), 'second');
  if (minutes < 60) return one(minutes, 'minute');
  return [one(Math.floor(minutes / 60), 'hour'), ...(minutes % 60 === 0 ? [] : [one(minutes % 60, 'minute')])].join(' ');
}

/** A speed in kilometres or miles per hour. */
export function speed(metresPerSecond: number, units: Units, language: Language): string {
  const perHour = metresPerSecond * 3600;
  const [value, unit] = units === 'metric' ? [perHour / 1000, 'kilometer-per-hour'] : [perHour / METRES_PER_MILE, 'mile-per-hour'];
  return joined(number(value, language, { style: 'unit', unit, maximumFractionDigits: 1 }));
}

/** A height in whole metres or feet. */
export function height(metres: number, units: Units, language: Language): string {
  const [value, unit] = units === 'metric' ? [metres, 'meter'] : [metres / METRES_PER_FOOT, 'foot'];
  return joined(number(value, language, { style: 'unit', unit, maximumFractionDigits: 0 }));
}
