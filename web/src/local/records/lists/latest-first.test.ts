import { expect, it } from 'vitest';
import { latestFirst } from './latest-first';

const record = (id: string, observed_on: string | null, observed_time: string | null = null, saved_at = 0) => ({
  id,
  observed_on,
  observed_time,
  saved_at,
});

it('puts the latest observation first, whenever it was saved', () => {
  const records = [
    record('undated', null, null, 9),
    record('morning', '2026-05-10', '07:30', 1),
    record('year', '2026', null, 8),
    record('evening', '2026-05-10', '21:00', 0),
    record('some time that day', '2026-05-10', null, 7),
    record('month', '2026-05', null, 6),
    record('saved last', '1998-06-01', '12:00', 10),
    record('saved later', '2026-05-10', '07:30', 2),
  ];
  expect(latestFirst(records).map(({ id }) => id)).toEqual([
    'evening',
    'saved later',
    'morning',
    'some time that day',
    'month',
    'year',
    'saved last',
    'undated',
  ]);
});
