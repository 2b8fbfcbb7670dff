import { dateLocale, dayRange, type Language } from '@veld/contract';
import { currentCountry } from './locale';

/** The name of a country from Intl; the code itself if Intl has none. */
export function countryName(code: string, language: Language): string {
  try {
    return displayNames(language, 'region').of(code) ?? code;
  } catch {
    return code;
  }
}

/** The name of a language, in that language, beginning with a capital. */
export function languageName(code: Language): string {
  const name = displayNames(code, 'language').of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The name of a language in another one, as it is written within a sentence. */
export function languageNameIn(code: string, language: Language): string {
  return displayNames(language, 'language').of(code) ?? code;
}

/** Formatters by what they were made for, because making one takes many times as long as using it. */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();
const names = new Map<string, Intl.DisplayNames>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

function kept<F>(formats: Map<string, F>, language: string, options: object | undefined, make: () => F): F {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}

function displayNames(language: Language, type: 'region' | 'language'): Intl.DisplayNames {
  return kept(names, language, { type }, () => new Intl.DisplayNames([language], { type }));
}

function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = dateLocale(language, currentCountry());
  // That of the device changes on a journey.
  if (options.timeZone === undefined) return new Intl.DateTimeFormat(locale, options);
  return kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** A date or a time as the language writes it in the person's country. Every date on screen is written by this. */
export function formatDate(date: Date | number, language: Language, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(language, options).format(date);
}

/** The name of a month, 1 to 12. */
export function monthName(month: number, language: Language, style: 'long' | 'short' | 'narrow' = 'long'): string {
  return formatDate(Date.UTC(2000, month - 1, 15), language, { timeZone: 'UTC', month: style });
}

/** `HH:MM` as people write it. */
export function clockTime(time: string, language: Language): string {
  const date = new Date(`2000-01-01T${time}:00Z`);
  return Number.isNaN(date.getTime()) ? time : formatDate(date, language, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
}

/**
 * A recorded date (a day, a month, a year or an interval) in local time of the place, never converted: "3 May 2026", "May 2026",
 * "2026", "1–3 May 2026". Text that is no such date is returned as it is.
 */
export function recordedDate(observedOn: string | null | undefined, language: Language): string {
  if (!observedOn || !dayRange(observedOn)) return observedOn ?? '';
  const [first = observedOn, last = first] = observedOn.split('/');
  if (first.length !== last.length) return `${recordedDate(first, language)} – ${recordedDate(last, language)}`;
  const options = PRECISION[first.length === 4 ? 'year' : first.length === 7 ? 'month' : 'day'];
  return dateFormat(language, { timeZone: 'UTC', ...options }).formatRange(noon(first), noon(last));
}

const PRECISION = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const noon = (date: string) => new Date(`${date.padEnd(10, '-01')}T12:00:00Z`);

export function number(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  return kept(numbers, language, options, () => new Intl.NumberFormat(language, options)).format(value);
}

export const METRES_PER_FOOT = 0.3048;
export const METRES_PER_MILE = 1609.344;

/** A length in the user's units, with useful precision. */
export function distance(metres: number, units: 'metric' | 'imperial', language: Language): string {
  const isMetric = units === 'metric';
  const [value, unit] = isMetric
    ? metres < 1000
      ? [metres, 'meter']
      : [metres / 1000, 'kilometer']
    : metres < 304.8
      ? [metres / METRES_PER_FOOT, 'foot']
      : [metres / METRES_PER_MILE, 'mile'];
  const isSmall = unit === 'meter' || unit === 'foot';
  const text = number(value, language, { style: 'unit', unit, maximumFractionDigits: isSmall || value >= 10 ? 0 : 1 });
  // A number and its unit stay on one line.
  return text.replaceAll(' ', '\u00a0');
}

function relative(value: number, unit: Intl.RelativeTimeFormatUnit, language: Language): string {
  return kept(relatives, language, undefined, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' })).format(value, unit);
}

/** Relative time, such as "5 minutes ago". */
export function ago(instant: string | number | Date, language: Language, now = Date.now()): string {
  const apart = (new Date(instant).getTime() - now) / 1000;
  // Another clock, or a time that is read once a minute, is behind a little.
  const seconds = apart > 0 && apart < 60 ? 0 : apart;
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relative(Math.round(seconds / length), unit, language);
}

/** "today", "3 days ago": the distance of two days, YYYY-MM-DD. */
export function daysAgo(day: string, today: string, language: Language): string {
  if (day === today) return relative(0, 'day', language);
  return ago(`${day}T00:00:00Z`, language, Date.parse(`${today}T00:00:00Z`));
}
