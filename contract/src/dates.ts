import type { Language, Period } from './vocabulary.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;
const YEAR = /^\d{4}$/;

/** First and last day, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/**
 * Parses `observed_on`, ISO 8601 as in Darwin Core's eventDate: a day, a month (`2026-05`), a year (`2026`) or an interval
 * (`2026-05-01/2026-05-03`), whose ends are each one of these. Null if it is invalid.
 */
export function dayRange(observedOn: string): DayRange | null {
  const range = endsOf(observedOn);
  return range && range.from <= range.to ? range : null;
}

/** Whether a text is an interval of valid dates that ends before it begins. */
export function isReversed(observedOn: string): boolean {
  const range = endsOf(observedOn);
  return range !== null && range.to < range.from;
}

function endsOf(observedOn: string): DayRange | null {
  const [from = '', to = from, ...more] = observedOn.split('/');
  if (more.length > 0) return null;
  const first = oneRange(from);
  const last = oneRange(to);
  return first && last && { from: first.from, to: last.to };
}

function oneRange(value: string): DayRange | null {
  if (DAY.test(value)) return isDay(value) ? { from: value, to: value } : null;
  if (YEAR.test(value)) return isDay(`${value}-01-01`) ? { from: `${value}-01-01`, to: `${value}-12-31` } : null;
  if (!MONTH.test(value) || !isDay(`${value}-01`)) return null;
  return { from: `${value}-01`, to: `${value}-${daysIn(Number(value.slice(0, 4)), Number(value.slice(5)))}` };
}

/** Days as `observed_on`, in whole years or months: `2026`, `2026-05` or `2026-05/2026-06`. Less precise unless the days fill them. */
export function inMonths({ from, to }: DayRange): string {
  const isYears = from.endsWith('-01-01') && to.endsWith('-12-31');
  const shortened = (day: string) => day.slice(0, isYears ? 4 : 7);
  const [first, last] = [shortened(from), shortened(to)];
  return first === last ? first : `${first}/${last}`;
}

/** Whether a text is a valid calendar day, YYYY-MM-DD, in the years 1 to 9999. */
export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** The number of days of a month of the Gregorian calendar; January is 1. */
function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** `day` must be the first of a month. */
function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** The days of a period relative to `today`. Weeks start on Monday (ISO 8601). Null for `all` (decision 0024). */
export function periodRange(period: Period, today: string): DayRange | null {
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  const quarterMonth = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  const quarter = `${today.slice(0, 4)}-${String(quarterMonth).padStart(2, '0')}-01`;
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const week = addDays(today, -weekday);
  switch (period) {
    case 'all':
      return null;
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_week':
      return { from: week, to: addDays(week, 6) };
    case 'this_month':
      return { from: month, to: addDays(addMonths(month, 1), -1) };
    case 'previous_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'this_quarter':
      return { from: quarter, to: addDays(addMonths(quarter, 3), -1) };
    case 'previous_quarter':
      return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
    case 'this_year':
      return { from: year, to: addDays(addMonths(year, 12), -1) };
    case 'previous_year':
      return { from: addMonths(year, -12), to: addDays(year, -1) };
  }
}

/** Whether a record counts in a period: its whole date range must lie inside. A record without a date counts only in `all`. */
export function isInPeriod(observedOn: string | null | undefined, period: Period, today: string): boolean {
  return isInDays(observedOn, periodRange(period, today));
}

/** As `isInPeriod`, for days; null for all. */
export function isInDays(observedOn: string | null | undefined, range: DayRange | null): boolean {
  return !range || isWithinDays(observedOn ? dayRange(observedOn) : null, range);
}

/** As `isInDays`, for a date that was parsed. */
export function isWithinDays(days: DayRange | null, range: DayRange | null): boolean {
  return !range || (days !== null && days.from >= range.from && days.to <= range.to);
}

/** How dates are written in a language in countries for which the runtime has no convention. */
const ELSEWHERE: Partial<Record<Language, string>> = { en: 'en-001', pt: 'pt-PT' };

/**
 * The locale in which dates are written for a person (BCP 47): their language as it is written in their country. `en` in `GB` is
 * `en-GB`. Without a country, the language alone.
 */
export function dateLocale(language: Language, country: string | null | undefined): string {
  if (!country || !/^[A-Z]{2}$/.test(country)) return language;
  const asked = `${language}-${country}`;
  const known = locales.get(asked) ?? localeOf(asked, language);
  locales.set(asked, known);
  return known;
}

/** Locales by language and country. A list asks for each of its dates, and finding one takes half a millisecond. */
const locales = new Map<string, string>();

function localeOf(asked: string, language: Language): string {
  const { locale } = new Intl.DateTimeFormat(asked).resolvedOptions();
  return locale === language ? (ELSEWHERE[language] ?? language) : locale;
}

/** The day, YYYY-MM-DD, at `now` in a time zone (IANA name). An unknown zone is treated as UTC. */
export function todayIn(zone: string | null | undefined, now: Date): string {
  try {
    // `en-CA` begins with the date as YYYY-MM-DD.
    return clockOf(zone ?? 'UTC')
      .format(now)
      .slice(0, 10);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

/**
 * Whether a date (`observed_on`) ends later than tomorrow in UTC, and so in the future in every time zone. A month or a year has
 * been reached once it has begun. The server refuses such a date; the form says so, but saves it, because the clock of the device
 * may be wrong.
 */
export function isFutureDate(observedOn: string, now: Date): boolean {
  const day = lastReached(observedOn);
  return day !== null && day > addDays(now.toISOString().slice(0, 10), 1);
}

/** The first day on which the end of a date (`observed_on`) is reached: of `2026-05-30/2026-06`, 1 June. Null if it is invalid. */
export function lastReached(observedOn: string): string | null {
  return dayRange(observedOn) && (oneRange(observedOn.split('/').at(-1) ?? '')?.from ?? null);
}

/** Whether the runtime knows the time zone. `Factory` is in the IANA database but means "not set". */
export function isTimeZone(zone: string): boolean {
  try {
    clockOf(zone);
    return zone !== 'Factory';
  } catch {
    return false;
  }
}

/**
 * The instant of a local time in a time zone (decision 0067). A time skipped by a clock change gives the later of the two candidates; a time that
 * occurs twice gives the earlier. `day` is YYYY-MM-DD, `time` HH:MM.
 */
export function resolveInstant(day: string, time: string, zone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const guess = wall - offsetAt(wall, zone);
  const early = wall - offsetAt(guess - DAY_MS / 8, zone);
  const late = wall - offsetAt(guess + DAY_MS / 8, zone);
  const fits = [Math.min(early, late), Math.max(early, late)].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return new Date(fits[0] ?? Math.max(early, late));
}

const DAY_MS = 86_400_000;

/** Offsets by zone and UTC day; null for a day on which the offset changes. */
const offsets = new Map<string, number | null>();
const MAX_OFFSETS = 5_000;

/** What local clocks are ahead of UTC at an instant, in milliseconds. Zones change their offset at most once a day. */
function offsetAt(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS);
  const key = `${zone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const first = computedOffset(day * DAY_MS, zone);
    offset = first === computedOffset((day + 1) * DAY_MS, zone) ? first : null;
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offsets.set(key, offset);
  }
  return offset ?? computedOffset(instant, zone);
}

function computedOffset(instant: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(new Date(instant));
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)!.value);
  const seconds = Math.floor(instant / 1000) * 1000;
  const year = new Date(instant).getUTCFullYear();
  // The year that is written has no era, and `Date.UTC` takes 0 to 99 for years of the twentieth century. Local time is never a year ahead.
  const walls = [year - 1, year, year + 1].map(
    (one) =>
      new Date(0).setUTCFullYear(one, part('month') - 1, part('day')) + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000,
  );
  return walls.map((wall) => wall - seconds).reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
}

/**
 * Creating a formatter costs more than the rest of storing a record, so formatters are cached. The cache is bounded, because zone
 * names are case-insensitive and so have many spellings.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();
const MAX_CLOCKS = 500;

/** A formatter of local times in a time zone; throws a `RangeError` if the runtime does not know the zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (clocks.size >= MAX_CLOCKS) clocks.clear();
    clocks.set(zone, clock);
  }
  return clock;
}
