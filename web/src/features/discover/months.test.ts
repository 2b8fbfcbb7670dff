import { describe, expect, it } from 'vitest';
import { busiestMonths, sharesOf } from './months';

const months = (lists: Record<number, [lists: number, of: number]>) =>
  Array.from({ length: 12 }, (_, at) => ({ records: 0, lists: lists[at + 1]?.[0] ?? 0, of: lists[at + 1]?.[1] ?? 0 }));

describe('the months of a species', () => {
  it('are compared by their share of lists, not by their number', () => {
    const shares = sharesOf(months({ 4: [10, 100], 5: [8, 10], 6: [61, 100], 12: [0, 5] }));
    expect(shares.map((share) => Math.round(share * 100))).toEqual([0, 0, 0, 10, 80, 61, 0, 0, 0, 0, 0, 0]);
    expect(busiestMonths(shares)).toEqual([5, 6]);
    expect(busiestMonths(sharesOf(months({})))).toEqual([]);
  });
});
