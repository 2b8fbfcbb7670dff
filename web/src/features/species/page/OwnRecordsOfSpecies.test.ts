import { describe, expect, it } from 'vitest';
import { recordsByMonth } from './OwnRecordsOfSpecies';

describe('records by month', () => {
  it('count each record in its month of any year, if the month is known', () => {
    const dates = ['2026-05-17', '2024-05', '2026-05-30/2026-06-02', '2026-12-01/2026-12-31', '2025', null, undefined];
    expect(recordsByMonth(dates.map((observed_on) => ({ observed_on })))).toEqual([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
    expect(recordsByMonth([])).toEqual(Array.from({ length: 12 }, () => 0));
  });
});
