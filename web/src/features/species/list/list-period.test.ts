import { describe, expect, it } from 'vitest';
import { countSpecies, localObservation } from '../testing/rows';
import { newSpecies } from '../species-list';
import { listPeriodFrom, listRange, periodText, writeDays, listYears } from './list-period';

const today = '2026-11-30';

describe('the days of a species list', () => {
  it('are a period, a year, a month, a day or any two days of an address, and all days without a valid one', () => {
    for (const value of ['this_month', '2025', '2025-05', '2025-05-03', '2025-03-01/2025-06-30']) expect(listPeriodFrom(value)).toBe(value);
    for (const value of [null, '', 'someday', '2025-13', '2025-06-30/2025-03-01']) expect(listPeriodFrom(value)).toBe('all');
    expect(listRange('2024-02', today)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(listRange('previous_year', today)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(listRange('all', today)).toBeNull();
  });

  it.each([
    ['2025-01-01', '2025-12-31', '2025'],
    ['2025-05-01', '2025-05-31', '2025-05'],
    ['2025-05-01', '2025-06-30', '2025-05/2025-06'],
    ['2025-05-03', '2025-05-03', '2025-05-03'],
    ['2025-05-01', '2025-05-30', '2025-05-01/2025-05-30'],
  ])('from %s to %s are written as short as they are exact', (from, to, written) => {
    expect(writeDays({ from, to })).toBe(written);
    expect(listRange(written, today)).toEqual({ from, to });
  });

  it('are said in words', () => {
    expect(periodText('2025-05', () => 'unused', 'en')).toBe('May 2025');
    expect(periodText('this_year', (period) => `name of ${period}`, 'en')).toBe('name of this_year');
  });

  it('offer the years with records, and this one, the latest first', () => {
    const records = ['2019-05-01', '2024', '2023-12-31/2024-01-01', null, '2024-03'].map((observed_on) => ({ observed_on }));
    expect(listYears(records, today)).toEqual(['2026', '2024', '2019']);
  });
});

describe('a list of days', () => {
  const records = [
    localObservation({ taxon_id: 1, observed_on: '2024-05-09' }),
    localObservation({ taxon_id: 1, observed_on: '2025-05-09' }),
    localObservation({ taxon_id: 2, observed_on: '2025-07-01' }),
    localObservation({ taxon_id: 3, observed_on: '2025' }),
    localObservation({ taxon_id: 4 }),
  ];
  const of = (period: string) => countSpecies(records, { country: null, period, today });

  it('counts the records whose dates all lie in the days', () => {
    expect([...of('2025').keys()]).toEqual([1, 2, 3]);
    expect([...of('2025-05').keys()]).toEqual([1]);
    expect([...of('2025-05-09/2025-07-01').keys()]).toEqual([1, 2]);
  });

  it('has as new what was first seen in its days', () => {
    const isNew = (period: string) => [...newSpecies(of('all'), listRange(period, today)!)];
    expect(isNew('2025')).toEqual([
      [2, '2025-07-01'],
      [3, '2025'],
    ]);
    expect(isNew('2024')).toEqual([[1, '2024-05-09']]);
  });
});
