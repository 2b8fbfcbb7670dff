import type { RecordFact } from '../../../local/records/in-memory/record-facts';
import { type Accumulation, accumulation } from './accumulation';
import { type Counts, recordsByHour, recordsByMonth } from './by-time';
import { countedRecord, type CountedRecord, dayOf } from './counted-record';
import { type Extremes, extremesOf } from './extremes';
import { firstSeen, type NewSpecies, newSpeciesByMonth } from './first-seen';
import { countryShares, groupShares, townShares } from './shares';
import { daysOf, isOfFilter, isWithin, type StatisticsFilter } from './select-records';
import { yearFigures, type Years } from './years';

export interface Figures {
  /** All records of the user. */
  all: readonly CountedRecord[];
  /** The records of the filter. */
  records: readonly CountedRecord[];
  /** The same in all periods. */
  ofAllTime: readonly CountedRecord[];
  /** Ids of the species. */
  species: ReadonlySet<number>;
  /** Number of days with a record. */
  days: number;
  accumulation: Accumulation;
  months: Counts;
  hours: Counts;
  groups: ReturnType<typeof groupShares>;
  countries: ReturnType<typeof countryShares>;
  towns: ReturnType<typeof townShares>;
  years: Years;
  /** Species first recorded in the period. */
  newSpecies: NewSpecies;
  extremes: Extremes;
}

/** Records looked at in one task; small enough for the screen to answer a tap meanwhile. */
const SLICE = 5000;

/** All figures of a filter. Works in short tasks; rejects when `signal` aborts. */
export async function computeFigures(
  facts: readonly RecordFact[],
  filter: StatisticsFilter,
  speciesOf: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<Figures> {
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
  const inTask = async <T>(compute: () => T): Promise<T> => {
    await nextTask(signal);
    return compute();
  };
  const period = daysOf(filter);
  const records = period ? await inTask(() => ofAllTime.filter(({ days }) => isWithin(days, period))) : ofAllTime;
  const firsts = await inTask(() => [...firstSeen(ofAllTime).values()].filter((days) => isWithin(days, period)));
  return {
    all,
    records,
    ofAllTime,
    species: await inTask(() => new Set(records.flatMap(({ species }) => species ?? []))),
    days: await inTask(() => new Set(records.flatMap(({ days }) => dayOf(days) ?? [])).size),
    accumulation: await inTask(() => accumulation(records)),
    months: await inTask(() => recordsByMonth(records)),
    hours: await inTask(() => recordsByHour(records)),
    groups: await inTask(() => groupShares(records)),
    countries: await inTask(() => countryShares(records)),
    towns: await inTask(() => townShares(records)),
    years: await inTask(() => yearFigures(records, firsts)),
    newSpecies: await inTask(() => newSpeciesByMonth(firsts)),
    extremes: await inTask(() => extremesOf(records)),
  };
}

async function nextTask(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}
