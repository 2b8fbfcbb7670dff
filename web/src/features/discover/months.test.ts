import { describe, expect, it } from 'vitest';
import { busiestMonths, computeShares, groupMonthRuns } from './MonthBars';

const months = (lists: Record<number, [lists: number, of: number]>) =>
  Array.from({ length: 12 }, (_, at) => ({ records: 0, lists: lists[at + 1]?.[0] ?? 0, of: lists[at + 1]?.[1] ?? 0 }));

describe('the months of a species', () => {
  it('are compared by their share of lists, not by their number', () => {
    const shares = computeShares(months({ 4: [10, 100], 5: [8, 10], 6: [61, 100], 12: [0, 5] }));
    expect(shares.map((share) => Math.round(share * 100))).toEqual([0, 0, 0, 10, 80, 61, 0, 0, 0, 0, 0, 0]);
    expect(busiestMonths(shares)).toEqual([5, 6]);
    expect(busiestMonths(computeShares(months({})))).toEqual([]);
  });

  it('are together where they follow one another, also over the turn of the year', () => {
    expect(groupMonthRuns([1, 2, 4, 6, 7, 8, 11, 12])).toEqual([[11, 12, 1, 2], [4], [6, 7, 8]]);
    expect(groupMonthRuns([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]);
    expect(groupMonthRuns([])).toEqual([]);
  });
});
