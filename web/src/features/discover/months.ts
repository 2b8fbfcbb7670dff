import type { MonthCount } from '@veld/contract';

/** A month with at least this share of the busiest one is named. */
const NEARLY = 0.75;

/** For each month, January first, the share of lists that a species is on. */
export function sharesOf(months: readonly MonthCount[]): number[] {
  return months.map(({ lists, of }) => (of === 0 ? 0 : lists / of));
}

/** The months, from 1, in which a species is on about as many lists as in its best one. */
export function busiestMonths(shares: readonly number[]): number[] {
  const most = Math.max(...shares);
  return shares.flatMap((share, index) => (share > 0 && share >= NEARLY * most ? [index + 1] : []));
}
