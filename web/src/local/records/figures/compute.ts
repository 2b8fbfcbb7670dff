import { getKnown } from '@veld/contract';
import type { TaxonSummary, TaxonGroup } from '@veld/contract';
import type { RecordFact } from '../in-memory/record-facts';
import { type Accumulation, accumulation } from './accumulation';
import { firstSeen, type NewSpecies, newSpeciesByMonth } from './first-seen';
import {
  countedRecord,
  type CountedRecord,
  pickDay,
  findFilterDays,
  findLastDay,
  isOfFilter,
  isWithin,
  type StatisticsFilter,
  monthIndex,
  pickMonth,
} from './select-records';
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

interface Extremes {
  /** The records of the first and the last day. */
  earliest: CountedRecord | null;
  latest: CountedRecord | null;
  /** The record with the most individuals. */
  highest: CountedRecord | null;
  /** The day with the most species. */
  richest: { day: string; species: number } | null;
  /** The species with the most records. */
  commonest: { record: CountedRecord; records: number } | null;
}

/** What stands out among records of present taxa. Dates of a month or a year have no day to compare. */
export function findExtremes(records: readonly CountedRecord[]): Extremes {
  const found: Extremes = { earliest: null, latest: null, highest: null, richest: null, commonest: null };
  const speciesOn = new Map<string, Set<number>>();
  const ofSpecies = new Map<number, { record: CountedRecord; records: number }>();
  for (const record of records) {
    if (record.isAbsence) continue;
    const { species, count } = record;
    if (count !== null && count > (found.highest?.count ?? 0)) found.highest = record;
    if (species !== null) ofSpecies.set(species, { record, records: (ofSpecies.get(species)?.records ?? 0) + 1 });
    const day = pickDay(record.days);
    if (day === null) continue;
    if (!found.earliest || day < found.earliest.days!.from) found.earliest = record;
    if (!found.latest || day > found.latest.days!.from) found.latest = record;
    if (species === null) continue;
    const ofDay = speciesOn.get(day);
    if (ofDay) ofDay.add(species);
    else speciesOn.set(day, new Set([species]));
  }
  for (const [day, { size }] of speciesOn) if (size > (found.richest?.species ?? 0)) found.richest = { day, species: size };
  for (const one of ofSpecies.values()) if (one.records > (found.commonest?.records ?? 0)) found.commonest = one;
  return found;
}

interface CountedSpecies {
  id: number;
  /** The taxon of one of its records. */
  taxon: TaxonSummary | null;
  records: number;
}

/** The species of records, most records first. */
function speciesByRecords(records: readonly CountedRecord[]): CountedSpecies[] {
  const counts = new Map<number, CountedSpecies>();
  for (const { species, taxon } of records) {
    if (species === null) continue;
    const one = counts.get(species);
    if (one) one.records++;
    else counts.set(species, { id: species, taxon, records: 1 });
  }
  return [...counts.values()].toSorted((one, other) => other.records - one.records);
}

interface Counts {
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

interface HoursByMonth {
  /** By month, January first: the records of each hour. */
  months: number[][];
  /** Records without an hour or without a month. */
  without: number;
}

/** Records by month of the year and hour of the day, in local time of their places. */
function recordsByHourOfMonth(records: readonly CountedRecord[]): HoursByMonth {
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

/** Records and species of a part of the records. */
export interface Share<K> {
  key: K;
  records: number;
  species: number;
}

type Town = NonNullable<RecordFact['town']>;

/** By group, most records first; null for records without a taxon. */
export const groupShares = (records: readonly CountedRecord[]): Share<TaxonGroup | null>[] => sharesBy(records, ({ group }) => group);

/** By country code, most records first; null for records without one. */
export const countryShares = (records: readonly CountedRecord[]): Share<string | null>[] =>
  sharesBy(records, ({ country_code: code }) => code);

/** By nearest town, most records first; null for records without one. */
export function townShares(records: readonly CountedRecord[]): Share<Town | null>[] {
  const towns = new Map<string, Town>();
  const shares = sharesBy(records, ({ town }) => {
    if (!town) return null;
    const key = `${town.country_code} ${town.name}`;
    if (!towns.has(key)) towns.set(key, town);
    return key;
  });
  return shares.map((share) => ({ ...share, key: share.key === null ? null : getKnown(towns, share.key) }));
}

function sharesBy<K>(records: readonly CountedRecord[], keyOf: (record: CountedRecord) => K): Share<K>[] {
  const parts = new Map<K, { records: number; species: Set<number> }>();
  for (const record of records) {
    const key = keyOf(record);
    let part = parts.get(key);
    if (!part) parts.set(key, (part = { records: 0, species: new Set() }));
    part.records++;
    if (record.species !== null) part.species.add(record.species);
  }
  return [...parts]
    .map(([key, part]) => ({ key, records: part.records, species: part.species.size }))
    .toSorted((one, other) => other.records - one.records || other.species - one.species);
}
