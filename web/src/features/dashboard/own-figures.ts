import { addDays, dayRange, isAbsence } from '@veld/contract';
import type { LocalObservation } from '../../shared/records/own';

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
