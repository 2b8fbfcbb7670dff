import { dayRange } from '@veld/contract';

export interface DatedRecord {
  /** A day, a month, a year or a range of days. */
  observed_on?: string | null;
}

/** The number of records of each month, January first. A record that spans months, or of which only the year is known, is in none. */
export function recordsByMonth(records: readonly DatedRecord[]): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  for (const { observed_on } of records) {
    const days = observed_on ? dayRange(observed_on) : null;
    if (days && days.from.slice(0, 7) === days.to.slice(0, 7)) months[Number(days.from.slice(5, 7)) - 1]!++;
  }
  return months;
}
