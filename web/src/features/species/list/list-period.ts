import { type DayRange, dayRange, inMonths, type Language, type Period, periodRange, PERIODS } from '@veld/contract';
import { recordedDate } from '../../../i18n/format';

/** The days that a list counts: a period relative to today, or days as `dayRange` reads them, such as `2025`, `2025-05` or `2025-03-01/2025-06-30`. */
export type ListPeriod = Period | (string & {});

export function isPeriod(value: string): value is Period {
  return PERIODS.some((one) => one === value);
}

/** The period of an address; `all` without a valid one. */
export function listPeriodFrom(value: string | null): ListPeriod {
  return value !== null && (isPeriod(value) || dayRange(value)) ? value : 'all';
}

/** The days of a period; null for all. */
export function listRange(period: ListPeriod, today: string): DayRange | null {
  return isPeriod(period) ? periodRange(period, today) : dayRange(period);
}

/** Days as an address has them, as short as they are exact: a year or months where these are whole. */
export function writeDays({ from, to }: DayRange): string {
  const months = inMonths({ from, to });
  const whole = dayRange(months);
  if (whole?.from === from && whole.to === to) return months;
  return from === to ? from : `${from}/${to}`;
}

/** A period in words. `nameOf` has the names of those that are relative to today. */
export function periodText(period: ListPeriod, nameOf: (period: Period) => string, language: Language): string {
  return isPeriod(period) ? nameOf(period) : recordedDate(period, language);
}

/** The years that have records, and this one, the latest first. A record between years is in none. */
export function listYears(records: readonly { observed_on: string | null }[], today: string): string[] {
  const years = new Set([today.slice(0, 4)]);
  for (const { observed_on } of records) {
    const days = observed_on ? dayRange(observed_on) : null;
    if (days && days.from.slice(0, 4) === days.to.slice(0, 4)) years.add(days.from.slice(0, 4));
  }
  return [...years].sort().toReversed();
}
