import { expect, it } from 'vitest';
import { findYearRange, MONTHS, stepAfter } from './TimeSlider';

it('the time goes from the first step to the last and ends there', () => {
  const steps: number[] = [];
  for (let step = stepAfter(null, MONTHS); step !== null; step = stepAfter(step, MONTHS)) steps.push(step);
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(stepAfter(1990, { first: 2000, last: 2026 })).toBe(2000);
});

it('the years begin with the first record, or twenty years ago', () => {
  expect(findYearRange([], '2026-05-17')).toEqual({ first: 2007, last: 2026 });
  expect(findYearRange(['2020-05', null, '1998-01-01/2001-02-03'], '2026-05-17')).toEqual({ first: 1998, last: 2026 });
  expect(findYearRange(['0012-01-01', '2999'], '2026-05-17')).toEqual({ first: 2007, last: 2026 });
});
