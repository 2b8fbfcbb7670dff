import type { MonthCount } from '@veld/contract';

/** A month with at least this share of the busiest one is named. */
const NEARLY = 0.75;

/** For each month, January first, the share of lists that a species is on. */
export function computeShares(months: readonly MonthCount[]): number[] {
  return months.map(({ lists, of }) => (of === 0 ? 0 : lists / of));
}

/** The months, from 1, in which a species is on about as many lists as in its best one. */
export function busiestMonths(shares: readonly number[]): number[] {
  const most = Math.max(...shares);
  return shares.flatMap((share, index) => (share > 0 && share >= NEARLY * most ? [index + 1] : []));
}

/** Months in a row together, in the order of the year; a row over the turn of the year, such as 11, 12 and 1, first. `months`: ascending. */
export function groupMonthRuns(months: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run?.at(-1) === month - 1) run.push(month);
    else runs.push([month]);
  }
  const [first, last] = [runs[0], runs.at(-1)];
  if (first && last && first !== last && first[0] === 1 && last.at(-1) === 12) {
    runs[0] = [...last, ...first];
    runs.pop();
  }
  return runs;
}
