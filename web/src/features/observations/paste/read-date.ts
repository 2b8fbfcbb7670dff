import { dayRange, isDay, LANGUAGES } from '@veld/contract';
import { fold } from './fold';

/** Which comes first in `3/4/2026`. */
export type DayOrder = 'day_first' | 'month_first';

/** A date as a record has it, with the time of day if there is one; or why there is none. `ambiguous`: it depends on the order. */
export type DateReading = { on: string; time: string | null } | { fault: 'ambiguous' | 'date' | 'two_digit_year' | 'zone' | 'time' };

/**
 * Reads a date as spreadsheets and people write it: ISO 8601 with its periods, `3.5.2026`, `3/5/2026`, `3 May 2026`, `May 3, 2026` with the
 * months of all nine languages, each with a time of day after it. What can be two days is asked, not guessed.
 */
export function readDate(typed: string, order: DayOrder | null): DateReading {
  const text = typed.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  const { date, clock } = splitClock(text);
  if (clock !== '' && /(?:Z|[+-]\d\d:?\d\d)$/i.test(clock)) return { fault: 'zone' };
  const time = clock === '' ? null : readTime(clock);
  if (clock !== '' && time === null) return { fault: 'time' };
  const on = readDay(date, order);
  if (typeof on !== 'string') return on;
  if (time !== null && !isDay(on)) return { fault: 'time' };
  return { on, time };
}

/** A time of day as `HH:MM`: `7:05`, `07:05:33`, `7.05`, `7h05`, `7:05 pm`; null if it is none. */
export function readTime(typed: string): string | null {
  const found = /^(\d{1,2})[:.hH](\d{2})(?::\d{2}(?:[.,]\d+)?)? ?([ap])?\.?(?:m\.?)?$/i.exec(typed.trim());
  if (!found) return null;
  const [, hours, minutes, half] = found;
  const isAfternoon = half?.toLowerCase() === 'p';
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (isAfternoon ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59) return null;
  return `${pad(hour)}:${minutes}`;
}

/** What follows the date: `T` or a space, and a clock. */
function splitClock(text: string): { date: string; clock: string } {
  const found = /^(.*\d)(?:[T,]| |, )\s*(\d{1,2}[:hH.]\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[ap]\.?m?\.?)?(?:Z|[+-]\d\d:?\d\d)?)$/i.exec(text);
  return found ? { date: found[1]!.trim(), clock: found[2]!.trim() } : { date: text, clock: '' };
}

const pad = (value: number | string) => String(value).padStart(2, '0');
type Fault = Extract<DateReading, { fault: unknown }>;

function readDay(text: string, order: DayOrder | null): string | Fault {
  if (dayRange(text)) return text;
  const isoLike = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(text);
  if (isoLike) return dayOf(isoLike[1]!, isoLike[2]!, isoLike[3]!);
  const numbers = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/.exec(text);
  if (numbers) {
    const [, first, sign, second, year] = numbers as unknown as [string, string, string, string, string];
    if (year.length === 2) return { fault: 'two_digit_year' };
    return readOrdered([first, second], year, sign === '.' ? 'day_first' : order);
  }
  return readWords(text);
}

function readOrdered([first, second]: readonly [string, string], year: string, order: DayOrder | null): string | Fault {
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  const areBoth = typeof dayFirst === 'string' && typeof monthFirst === 'string';
  if (areBoth && dayFirst !== monthFirst) return order === null ? { fault: 'ambiguous' } : order === 'day_first' ? dayFirst : monthFirst;
  return typeof dayFirst === 'string' ? dayFirst : monthFirst;
}

/** `3 May 2026`, `May 3, 2026`, `May 2026`. */
function readWords(text: string): string | Fault {
  const words = fold(text)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const months = words.flatMap((word) => monthNames().get(word) ?? []);
  const numbers = words.filter((word) => !monthNames().has(word)).map((word) => word.replace(/(?<=\d)(st|nd|rd|th|er|e|o|º|ª)$/, ''));
  const year = numbers.find((word) => /^\d{4}$/.test(word));
  const days = numbers.filter((word) => word !== year);
  const [month] = months;
  if (month === undefined || months.length > 1 || days.length > 1 || days.some((word) => !/^\d{1,2}$/.test(word))) return { fault: 'date' };
  if (year === undefined) return { fault: 'date' };
  return days[0] === undefined ? `${year}-${pad(month)}` : dayOf(year, String(month), days[0]);
}

function dayOf(year: string, month: string, day: string): string | Fault {
  const text = `${year}-${pad(month)}-${pad(day)}`;
  return isDay(text) ? text : { fault: 'date' };
}

const FILLERS = new Set(['de', 'del', 'di', 'of', 'the', 'le']);

let names: ReadonlyMap<string, number> | null = null;

/** The months by their folded names in all languages, long and short, alone and after a day. A name of two months is none. */
function monthNames(): ReadonlyMap<string, number> {
  if (names) return names;
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const language of LANGUAGES)
    for (let month = 1; month <= 12; month += 1)
      for (const style of ['long', 'short'] as const)
        for (const options of [{ month: style }, { day: 'numeric', month: style }] as const) {
          const date = new Date(Date.UTC(2026, month - 1, 1));
          const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date);
          const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '').replaceAll('.', '');
          if (!/^\p{L}{3,}$/u.test(name)) continue;
          if ((found.get(name) ?? month) !== month) twice.add(name);
          found.set(name, month);
        }
  for (const name of twice) found.delete(name);
  names = found;
  return found;
}
