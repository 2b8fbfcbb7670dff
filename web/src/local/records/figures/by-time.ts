import { type CountedRecord, monthIndex, pickMonth } from './counted-record';

export interface Counts {
  counts: number[];
  /** Records in none of them. */
  without: number;
}

/** Records by month of the year, January first. A date counts where it lies in one month as a whole. */
export function recordsByMonth(records: readonly CountedRecord[]): Counts {
  return countBy(records, 12, ({ days }) => {
    const month = pickMonth(days);
    return month && monthIndex(month);
  });
}

/** Records by hour of the day, in local time of their places. */
export function recordsByHour(records: readonly CountedRecord[]): Counts {
  return countBy(records, 24, ({ hour }) => hour);
}

export interface HoursByMonth {
  /** By month, January first: the records of each hour. */
  months: number[][];
  /** Records without an hour or without a month. */
  without: number;
}

/** Records by month of the year and hour of the day, in local time of their places. */
export function recordsByHourOfMonth(records: readonly CountedRecord[]): HoursByMonth {
  const months = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => 0));
  let without = 0;
  for (const { days, hour } of records) {
    const month = pickMonth(days);
    if (month && hour !== null) months[monthIndex(month)]![hour]!++;
    else without++;
  }
  return { months, without };
}

function countBy(records: readonly CountedRecord[], length: number, indexOf: (record: CountedRecord) => number | null | ''): Counts {
  const counts = Array.from({ length }, () => 0);
  let without = 0;
  for (const record of records) {
    const index = indexOf(record);
    if (typeof index === 'number') counts[index]!++;
    else without++;
  }
  return { counts, without };
}
