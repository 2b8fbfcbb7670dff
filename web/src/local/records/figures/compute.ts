import type { RecordFact } from '../in-memory/record-facts';
import { type Accumulation, accumulation } from './accumulation';
import { type Counts, type HoursByMonth, recordsByHour, recordsByHourOfMonth, recordsByMonth } from './by-time';
import { countedRecord, type CountedRecord, pickDay } from './counted-record';
import { type Extremes, findExtremes } from './extremes';
import { firstSeen, type NewSpecies, newSpeciesByMonth } from './first-seen';
import { countryShares, groupShares, townShares } from './shares';
import { findFilterDays, isOfFilter, isWithin, findLastDay, type StatisticsFilter } from './select-records';
import { type CountedSpecies, speciesByRecords } from './species-by-records';
import { speciesThroughYears, yearFigures, type Years, yearsIn } from './years';

/** The records behind figures. */
export interface Counted {
  /** All records of the user. */
  all: readonly CountedRecord[];
  /** The records of the filter in all periods. */
  ofAllTime: readonly CountedRecord[];
  /** The records of the filter. */
  records: readonly CountedRecord[];
}

/** What the screen shows: small, so that a worker can send it. */
export interface Figures {
  /** All records of the user, and those of the filter. */
  total: number;
  records: number;
  species: number;
  /** Number of days with a record. */
  days: number;
  accumulation: Accumulation;
  months: Counts;
  hours: Counts;
  hoursByMonth: HoursByMonth;
  groups: ReturnType<typeof groupShares>;
  countries: ReturnType<typeof countryShares>;
  towns: ReturnType<typeof townShares>;
  years: Years;
  /** Species first recorded in the period. */
  newSpecies: NewSpecies;
  extremes: Extremes;
  /** The species of the filter, most records first. */
  bySpecies: CountedSpecies[];
  /** Species until the end of each month, by year, in all periods, latest first. */
  throughYears: { year: string; months: number[] }[];
  /** The years with records of the user, latest first. */
  allYears: string[];
}

/** Records per task: few enough not to hold up other work of the thread. */
const SLICE = 5000;

/** All figures of a filter. Works in short tasks; rejects when `signal` aborts. `findCountedSpecies`: see `countedRecord`. */
export async function computeFigures(
  facts: readonly RecordFact[],
  filter: StatisticsFilter,
  speciesOf: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<{ counted: Counted; figures: Figures }> {
  const counted = await countRecords(facts, filter, speciesOf, signal);
  return { counted, figures: await figuresOf(counted, filter, signal) };
}

async function countRecords(
  facts: readonly RecordFact[],
  filter: StatisticsFilter,
  speciesOf: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<Counted> {
  const all: CountedRecord[] = [];
  const ofAllTime: CountedRecord[] = [];
  for (let from = 0; from < facts.length; from += SLICE) {
    for (const fact of facts.slice(from, from + SLICE)) {
      const record = countedRecord(fact, speciesOf);
      all.push(record);
      if (isOfFilter(filter, record)) ofAllTime.push(record);
    }
    await nextTask(signal);
  }
  const period = findFilterDays(filter);
  return { all, ofAllTime, records: period ? ofAllTime.filter(({ days }) => isWithin(days, period)) : ofAllTime };
}

async function figuresOf({ all, ofAllTime, records }: Counted, filter: StatisticsFilter, signal: AbortSignal): Promise<Figures> {
  const inTask = async <T>(compute: () => T): Promise<T> => {
    await nextTask(signal);
    return compute();
  };
  const period = findFilterDays(filter);
  const firsts = await inTask(() => [...firstSeen(ofAllTime).values()].filter((days) => isWithin(days, period)));
  return {
    total: all.length,
    records: records.length,
    species: await inTask(() => new Set(records.flatMap(({ species }) => species ?? [])).size),
    days: await inTask(() => new Set(records.flatMap(({ days }) => pickDay(days) ?? [])).size),
    accumulation: await inTask(() => accumulation(records, findLastDay(filter))),
    months: await inTask(() => recordsByMonth(records)),
    hours: await inTask(() => recordsByHour(records)),
    hoursByMonth: await inTask(() => recordsByHourOfMonth(records)),
    groups: await inTask(() => groupShares(records)),
    countries: await inTask(() => countryShares(records)),
    towns: await inTask(() => townShares(records)),
    years: await inTask(() => yearFigures(records, firsts)),
    newSpecies: await inTask(() => newSpeciesByMonth(firsts, findLastDay(filter))),
    extremes: await inTask(() => findExtremes(records)),
    bySpecies: await inTask(() => speciesByRecords(records)),
    throughYears: await inTask(() => speciesThroughYears(ofAllTime)),
    allYears: await inTask(() => yearsIn(all)),
  };
}

async function nextTask(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}
