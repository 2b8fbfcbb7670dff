import { type CountedRecord, pickDay, monthIndex, pickMonth } from './select-records';

export interface PhenologyYear {
  year: string;
  /** Records of each month, January first. */
  months: number[];
  /** The first and the last day with a record of the species. */
  first: string | null;
  last: string | null;
  /** The highest count of a record. */
  highest: number | null;
}

export interface Phenology {
  /** Latest first. */
  years: PhenologyYear[];
  /** The days that are earliest and latest in any year. */
  earliest: string | null;
  latest: string | null;
  /** The record with the highest count. */
  highest: { id: string; count: number } | null;
  /** Records whose date lies in no single month. */
  without: number;
}

/** The months of a species over the years. */
export function computePhenology(records: readonly CountedRecord[], species: number): Phenology {
  const years = new Map<string, PhenologyYear>();
  const found: Phenology = { years: [], earliest: null, latest: null, highest: null, without: 0 };
  for (const record of records) {
    if (record.species !== species) continue;
    if (record.count !== null && record.count > (found.highest?.count ?? 0)) found.highest = { id: record.id, count: record.count };
    const month = pickMonth(record.days);
    if (month === null) {
      found.without++;
      continue;
    }
    const key = month.slice(0, 4);
    let year = years.get(key);
    if (!year) years.set(key, (year = { year: key, months: Array.from({ length: 12 }, () => 0), first: null, last: null, highest: null }));
    year.months[monthIndex(month)]!++;
    if (record.count !== null) year.highest = Math.max(year.highest ?? 0, record.count);
    const day = pickDay(record.days);
    if (day === null) continue;
    if (year.first === null || day < year.first) year.first = day;
    if (year.last === null || day > year.last) year.last = day;
    if (found.earliest === null || inYear(day) < inYear(found.earliest)) found.earliest = day;
    if (found.latest === null || inYear(day) > inYear(found.latest)) found.latest = day;
  }
  found.years = [...years.values()].toSorted((one, other) => (one.year < other.year ? 1 : -1));
  return found;
}

/** Month and day, to compare days of different years. */
const inYear = (day: string) => day.slice(5);
