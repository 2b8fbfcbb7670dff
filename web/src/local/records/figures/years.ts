import type { DayRange } from '@veld/contract';
import { type CountedRecord, pickDay, monthIndex, pickYear } from './select-records';
import { firstSeen } from './first-seen';

export interface YearFigures {
  year: string;
  records: number;
  species: number;
  /** Species whose first date of all lies in this year. */
  newSpecies: number;
  /** Days with a record. */
  days: number;
}

export interface Years {
  /** The years with records, latest first. */
  years: YearFigures[];
  /** Records whose date lies in no single year. */
  without: number;
}

/** `firsts` are the dates by which species were first seen of all (`firstSeen`), which may be others than the first of these records. */
export function yearFigures(records: readonly CountedRecord[], firsts: Iterable<DayRange>): Years {
  const years = new Map<string, { records: number; species: Set<number>; days: Set<string> }>();
  let without = 0;
  for (const { days, species } of records) {
    const year = pickYear(days);
    if (year === null) {
      without++;
      continue;
    }
    let one = years.get(year);
    if (!one) years.set(year, (one = { records: 0, species: new Set(), days: new Set() }));
    one.records++;
    if (species !== null) one.species.add(species);
    const day = pickDay(days);
    if (day !== null) one.days.add(day);
  }
  const newIn = new Map<string, number>();
  for (const days of firsts) {
    const year = pickYear(days);
    if (year !== null) newIn.set(year, (newIn.get(year) ?? 0) + 1);
  }
  const figures = [...years].map(([year, one]) => ({
    year,
    records: one.records,
    species: one.species.size,
    newSpecies: newIn.get(year) ?? 0,
    days: one.days.size,
  }));
  return { years: figures.toSorted((one, other) => (one.year < other.year ? 1 : -1)), without };
}

/** Species found in a year until the end of each month. A date of several months counts at its end. */
export function speciesThroughYear(records: readonly CountedRecord[], year: string): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  for (const { to } of firstSeen(records.filter(({ days }) => pickYear(days) === year)).values()) months[monthIndex(to)]!++;
  let sum = 0;
  return months.map((count) => (sum += count));
}

/** As `speciesThroughYear`, of each year with records, latest first. */
export function speciesThroughYears(records: readonly CountedRecord[]): { year: string; months: number[] }[] {
  const byYear = Map.groupBy(records, ({ days }) => pickYear(days));
  return yearsIn(records).map((year) => ({ year, months: speciesThroughYear(byYear.get(year) ?? [], year) }));
}

/** The years with records, latest first. */
export function yearsIn(records: readonly CountedRecord[]): string[] {
  return [...new Set(records.flatMap(({ days }) => pickYear(days) ?? []))].toSorted().toReversed();
}

/** The values of the months of a year, January first, without those that are still to come. */
export function monthsUntilToday(year: string, months: readonly number[], today: string): number[] {
  return months.slice(0, year === today.slice(0, 4) ? Number(today.slice(5, 7)) : months.length);
}
