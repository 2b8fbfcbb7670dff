import type { DayRange } from '@veld/contract';
import { type CountedRecord, pickMonth } from './select-records';

/**
 * The date by which each species had been seen: the one that ends first, and of those the most precise. Species without a dated record
 * are left out.
 */
export function firstSeen(records: readonly CountedRecord[]): Map<number, DayRange> {
  const first = new Map<number, DayRange>();
  for (const { species, days } of records) {
    if (species === null || !days) continue;
    const before = first.get(species);
    if (!before || days.to < before.to || (days.to === before.to && days.from > before.from)) first.set(species, days);
  }
  return first;
}

export interface NewSpecies {
  /** Every month from the first with a new species to the end of the chart, YYYY-MM. */
  months: { month: string; count: number }[];
  /** Species whose first date lies in no single month. */
  without: number;
}

/** `until`: the last day of the chart. */
export function newSpeciesByMonth(firsts: Iterable<DayRange>, until: string): NewSpecies {
  const counts = new Map<string, number>();
  let without = 0;
  for (const days of firsts) {
    const month = pickMonth(days);
    if (month === null) without++;
    else counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const known = counts.size === 0 ? [] : [...counts.keys(), until.slice(0, 7)];
  const months = monthsBetween(known.toSorted()).map((month) => ({ month, count: counts.get(month) ?? 0 }));
  return { months, without };
}

/** The months from the first to the last of an ordered list. */
export function monthsBetween(ordered: readonly string[]): string[] {
  const last = ordered.at(-1);
  const months: string[] = [];
  for (let month = ordered[0]; month !== undefined && last !== undefined && month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return number === 12 ? `${pad(year + 1, 4)}-01` : `${pad(year, 4)}-${pad(number + 1, 2)}`;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');
