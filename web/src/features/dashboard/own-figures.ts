import { addDays, dayRange, isAbsence, isDay } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import type { LocalFact, LocalObservation } from '../../shared/records/own';

type Dated = Pick<LocalObservation, 'observed_on' | 'count' | 'count_max'>;

export interface Streak {
  /** The number of consecutive weeks with a record other than an absence. */
  weeks: number;
  /** The Monday of the first of these weeks; null if there is none. */
  since: string | null;
}

/** The current week may still be empty. A date that spans several ISO weeks counts for none. */
export function weekStreak(records: readonly Dated[], today: string): Streak {
  const weeks = new Set<string>();
  for (const record of records) {
    const days = record.observed_on && !isAbsence(record) ? dayRange(record.observed_on) : null;
    if (days && mondayOf(days.from) === mondayOf(days.to)) weeks.add(mondayOf(days.from));
  }
  const current = mondayOf(today);
  let week = weeks.has(current) ? current : addDays(current, -7);
  const streak: Streak = { weeks: 0, since: null };
  while (weeks.has(week)) {
    streak.weeks++;
    streak.since = week;
    week = addDays(week, -7);
  }
  return streak;
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export type TimeOfDay = 'morning' | 'afternoon' | 'evening';

export function timeOfDay(hour: number): TimeOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The most common unseen species, alternating between groups, so that birds do not fill the list. */
export function pickLikely<T extends { id: number; group: string }>(
  commonestFirst: readonly T[],
  seen: ReadonlySet<number>,
  count = 12,
): T[] {
  const groups = new Map<string, T[]>();
  for (const taxon of commonestFirst) {
    if (seen.has(taxon.id)) continue;
    const group = groups.get(taxon.group) ?? [];
    groups.set(taxon.group, [...group, taxon]);
  }
  const rounds = Math.max(0, ...[...groups.values()].map((group) => group.length));
  const inTurn = Array.from({ length: rounds }, (_, round) => [...groups.values()].flatMap((group) => group[round] ?? []));
  return inTurn.flat().slice(0, count);
}

/** Days before and after today's date that count as around it. */
const AROUND_DAYS = 3;
const NEAR_M = 25_000;
const DAY_MS = 86_400_000;

type Remembered = Pick<
  LocalFact,
  'id' | 'taxon_id' | 'observed_on' | 'latitude' | 'longitude' | 'has_photo' | 'count' | 'count_max' | 'tick'
>;

/**
 * Records of earlier years made within three days of today's date, the best to look back on first: those within 25 km of `here`, then
 * those with a photo, then those of later years. Each taxon once. `today` is a day such as 2026-11-29.
 */
export function pickMemories<F extends Remembered>(
  facts: readonly F[],
  today: string,
  here: { latitude: number; longitude: number } | null,
  count: number,
): F[] {
  const year = Number(today.slice(0, 4));
  const isAround = (day: string) => {
    // Around New Year, the same date of the year before or after may be nearer.
    const dates = [-1, 0, 1].map((offset) => Date.parse(`${year + offset}${day.slice(4)}T00:00:00Z`));
    return dates.some((date) => Math.abs(date - Date.parse(`${today}T00:00:00Z`)) <= AROUND_DAYS * DAY_MS);
  };
  const isNear = ({ latitude, longitude }: F) =>
    here !== null && latitude !== null && longitude !== null && metresBetween(here, { latitude, longitude }) <= NEAR_M;
  const rank = (fact: F) => (isNear(fact) ? 2 : 0) + (fact.has_photo ? 1 : 0);
  const found = facts
    .filter(
      (fact) =>
        fact.tick === 0 &&
        fact.observed_on !== null &&
        isDay(fact.observed_on) &&
        Date.parse(today) - Date.parse(fact.observed_on) > 300 * DAY_MS &&
        !isAbsence(fact) &&
        isAround(fact.observed_on),
    )
    .map((fact) => ({ fact, rank: rank(fact) }))
    .toSorted((one, other) => other.rank - one.rank || (one.fact.observed_on! < other.fact.observed_on! ? 1 : -1));
  const taxa = new Set<number>();
  const once = found.filter(({ fact: { taxon_id } }) => taxon_id === null || (!taxa.has(taxon_id) && taxa.add(taxon_id)));
  return once.slice(0, count).map(({ fact }) => fact);
}
