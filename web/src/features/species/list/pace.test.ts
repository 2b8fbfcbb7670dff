import { expect, it } from 'vitest';
import { countPace, findBestDay } from './pace';

const DAY = '2026-05-09';
const record = (taxon_id: number | null, observed_time: string | null, change: object = {}) => ({
  taxon_id,
  observed_time,
  observed_on: DAY,
  count: null,
  count_max: null,
  ...change,
});

/** A subspecies counts for its species. */
const SPECIES = new Map([[12, 2]]);

it('a species counts from the hour of its first record of the day', () => {
  const records = [
    record(1, '09:10'),
    record(1, '05:59'),
    record(12, '06:00'),
    record(2, '04:00'),
    record(3, null),
    record(4, null),
    record(4, '23:59'),
    record(5, '06:30', { count: 0 }),
    record(null, '06:30'),
    record(6, '06:30', { observed_on: '2026-05' }),
    record(7, '06:30', { observed_on: '2026-05-10' }),
  ];
  for (const order of [records, records.toReversed()]) {
    const { species, without, total, best } = countPace(order, DAY, SPECIES);
    expect(species).toHaveLength(25);
    expect([species[4], species[5], species[6], species[23], species[24]]).toEqual([0, 1, 2, 2, 3]);
    expect([without, total]).toEqual([1, 4]);
    expect(best).toEqual({ hour: 4, species: 1 });
  }
});

it('a day without times has no best hour', () => {
  expect(countPace([record(1, null)], DAY, SPECIES).best).toBeNull();
});

it('the best day before is that with the most species, the latest of several', () => {
  const on = (observed_on: string, ...ids: number[]) => ids.map((id) => record(id, null, { observed_on }));
  const records = [
    ...on('2025-05-10', 1, 2, 12),
    ...on('2025-05-11', 1, 3, 3),
    ...on('2024', 1, 2, 3, 4),
    ...on(DAY, 1, 2, 3, 4, 5),
    ...on('2025-05-01', 4),
  ];
  expect(findBestDay(records, DAY, SPECIES)).toEqual({ day: '2025-05-11', species: 2 });
  expect(findBestDay(on(DAY, 1), DAY, SPECIES)).toBeNull();
});
