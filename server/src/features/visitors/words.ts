import { dateLocale, dayRange, imageLicenseUrl, type Language, LANGUAGES } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import { translate } from '../../http/messages.ts';

/** Formatters by language and use, because making one takes many times as long as using it. */
const dates = new LRUCache<string, Intl.DateTimeFormat>({ max: 3 * LANGUAGES.length });
const numbers = new LRUCache<string, Intl.NumberFormat>({ max: LANGUAGES.length });
const countries = new LRUCache<string, Intl.DisplayNames>({ max: LANGUAGES.length });

const PRECISION = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function kept<F extends object>(cache: LRUCache<string, F>, key: string, make: () => F): F {
  const known = cache.get(key) ?? make();
  cache.set(key, known);
  return known;
}

const noon = (date: string) => new Date(`${date.padEnd(10, '-01')}T12:00:00Z`);

/** A recorded date (a day, a month, a year or an interval) in words, as the record page of the app writes it. */
export function dateInWords(observedOn: string | null, language: Language): string {
  if (!observedOn || !dayRange(observedOn)) return '';
  const [first = observedOn, last = first] = observedOn.split('/');
  if (first.length !== last.length) return `${dateInWords(first, language)} – ${dateInWords(last, language)}`;
  const precision = first.length === 4 ? 'year' : first.length === 7 ? 'month' : 'day';
  const make = () => new Intl.DateTimeFormat(dateLocale(language, null), { timeZone: 'UTC', ...PRECISION[precision] });
  return kept(dates, `${language} ${precision}`, make).formatRange(noon(first), noon(last));
}

export function numberInWords(value: number, language: Language): string {
  return kept(numbers, language, () => new Intl.NumberFormat(language)).format(value);
}

export function countryInWords(code: string | null, language: Language): string {
  return code === null ? '' : (kept(countries, language, () => new Intl.DisplayNames([language], { type: 'region' })).of(code) ?? code);
}

/** A label or sentence of public pages. */
export const say = (language: Language, key: string, values?: Record<string, string | number>): string =>
  translate(language, `page.${key}`, values);

/** The parts that are not empty, with something between them. */
export const joined = (parts: readonly (string | null | undefined)[], between: string): string => parts.filter(Boolean).join(between);

export function licenseInWords(license: string | null | undefined): { name: string; url: string } | null {
  const url = license ? imageLicenseUrl(license) : null;
  return license && url ? { name: license.replace(/^CC-/, 'CC ').replace(/-(?=\d\.\d)/, ' '), url } : null;
}
