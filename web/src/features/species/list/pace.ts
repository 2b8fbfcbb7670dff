import { type DayRange, isAbsence, isInDays } from '@veld/contract';
import type { LocalFact } from '../../../shared/records/own';

/** How the species of a day added up. */
export interface Pace {
  /** Species found by each full hour, from 0 to 24. */
  species: readonly number[];
  /** Species of the day whose records have no time. */
  without: number;
  /** All species of the day. */
  total: number;
  /** The hour that brought the most new species, 0 to 23, with their number; the first of several. Null without times. */
  best: { hour: number; species: number } | null;
}

type Timed = Pick<LocalFact, 'taxon_id' | 'count' | 'count_max' | 'observed_on' | 'observed_time'>;

const HOURS = 24;

/** The pace of a day in local time of the places. `speciesOf` maps the taxon of a record to the species that it counts for. */
export function countPace(records: readonly Timed[], day: string, speciesOf: ReadonlyMap<number, number>): Pace {
  const days: DayRange = { from: day, to: day };
  const first = new Map<number, number | null>();
  for (const record of records) {
    if (record.taxon_id == null || isAbsence(record) || !isInDays(record.observed_on, days)) continue;
    const id = speciesOf.get(record.taxon_id) ?? record.taxon_id;
    const hour = record.observed_time ? Number(record.observed_time.slice(0, 2)) : null;
    const before = first.get(id);
    if (before === undefined || before === null || (hour !== null && hour < before)) first.set(id, hour ?? before ?? null);
  }
  const inHour = Array.from({ length: HOURS }, () => 0);
  let without = 0;
  for (const hour of first.values()) {
    if (hour === null) without += 1;
    else inHour[hour] = (inHour[hour] ?? 0) + 1;
  }
  const species = [0];
  for (const more of inHour) species.push(species.at(-1)! + more);
  const most = Math.max(...inHour);
  return { species, without, total: first.size, best: most === 0 ? null : { hour: inHour.indexOf(most), species: most } };
}

/** The day with the most species before another one, the latest of several; null if there is none. */
export function findBestDay(
  records: readonly Timed[],
  before: string,
  speciesOf: ReadonlyMap<number, number>,
): { day: string; species: number } | null {
  const found = new Map<string, Set<number>>();
  for (const record of records) {
    const day = record.observed_on;
    if (record.taxon_id == null || isAbsence(record) || day?.length !== before.length || day >= before) continue;
    const species = found.get(day) ?? new Set();
    found.set(day, species.add(speciesOf.get(record.taxon_id) ?? record.taxon_id));
  }
  let best: { day: string; species: number } | null = null;
  for (const [day, { size }] of found)
    if (!best || size > best.species || (size === best.species && day > best.day)) best = { day, species: size };
  return best;
}
