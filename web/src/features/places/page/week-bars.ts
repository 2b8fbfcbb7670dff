import type { PublicPlaceFigures } from '@veld/contract';

type Species = PublicPlaceFigures['species'][number];

export interface ChartedSpecies extends Species {
  /** In each week, from 0 to 1: the share of lists, or of the most records in a week. */
  bars: readonly number[];
  /** The lists of its group in each week. */
  lists: readonly number[];
}

/** Weeks of a month. */
const WEEKS = 4;
/** A single record can still be seen. */
const LEAST_BAR = 0.08;

/** The species with the heights of their bars. */
export function chartSpecies({ species, lists }: Pick<PublicPlaceFigures, 'species' | 'lists'>): ChartedSpecies[] {
  const byGroup = new Map(lists.map(({ group, weeks }) => [group as string, weeks]));
  return species.map((one) => {
    const total = byGroup.get(one.taxon.group) ?? one.weeks.map(() => 0);
    const most = Math.max(1, ...one.weeks);
    const height = (count: number, of: number) => (count === 0 || of === 0 ? 0 : Math.max(LEAST_BAR, Math.min(1, count / of)));
    return {
      ...one,
      lists: total,
      bars: one.weeks.map((count, week) => height(count, one.counted === 'lists' ? (total[week] ?? 0) : most)),
    };
  });
}

/** By month: the share of its lists, null without any, or the number of records. */
export function foldMonths({ counted, weeks, lists }: Pick<ChartedSpecies, 'counted' | 'weeks' | 'lists'>): (number | null)[] {
  return Array.from({ length: weeks.length / WEEKS }, (_, month) => {
    const sum = (counts: readonly number[]) => counts.slice(month * WEEKS, (month + 1) * WEEKS).reduce((all, one) => all + one, 0);
    if (counted === 'records') return sum(weeks);
    return sum(lists) === 0 ? null : sum(weeks) / sum(lists);
  });
}
