import { describe, expect, it } from 'vitest';
import { countSpecies, localObservation } from '../testing/rows';
import { compareSpecies } from './compared-person';

describe('the comparison of two periods', () => {
  const records = [
    localObservation({ taxon_id: 1, observed_on: '2026-05-09' }),
    localObservation({ taxon_id: 2, observed_on: '2025-05-09' }),
    localObservation({ taxon_id: 3, observed_on: '2025-07-01' }),
    localObservation({ taxon_id: 3, observed_on: '2026-07-01' }),
    localObservation({ taxon_id: 4, observed_on: '2020-07-01' }),
  ];
  const of = (period: 'this_year' | 'previous_year') => countSpecies(records, { country: null, period, today: '2026-07-10' });
  const parts = compareSpecies(of('this_year'), of('previous_year'));

  it('has each species in one part, and those of neither period in none', () => {
    expect([...parts.only_now.keys()]).toEqual([1]);
    expect([...parts.only_then.keys()]).toEqual([2]);
    expect([...parts.both.keys()]).toEqual([3]);
  });

  it('counts the records of its own period', () => {
    expect(parts.both.get(3)).toMatchObject({ records: 1, last: '2026-07-01' });
    expect(parts.only_then.get(2)).toMatchObject({ last: '2025-05-09' });
  });
});
