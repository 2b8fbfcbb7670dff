import { describe, expect, it } from 'vitest';
import { localObservation } from '../species/testing/rows';
import { journeyDays } from './days';

describe('journeys', () => {
  it('are the days with records, latest first', () => {
    const days = journeyDays([
      localObservation({ taxon_id: 1, observed_on: '2026-05-01' }),
      localObservation({ taxon_id: 1, observed_on: '2026-05-09' }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01' }),
    ]);
    expect(days.map(({ day, records }) => [day, records.length])).toEqual([
      ['2026-05-09', 1],
      ['2026-05-01', 2],
    ]);
  });

  it('exclude records of a month, an interval or no date; an interval of one day counts as that day', () => {
    const days = journeyDays([
      localObservation({ taxon_id: 1, observed_on: '2026-05' }),
      localObservation({ taxon_id: 1, observed_on: '2026-05-01/2026-05-02' }),
      localObservation({ taxon_id: 1 }),
      localObservation({ taxon_id: 1, observed_on: '2026-05-03/2026-05-03' }),
    ]);
    expect(days.map(({ day }) => day)).toEqual(['2026-05-03']);
  });

  it('list absences, but do not count them as species', () => {
    const [day] = journeyDays([
      localObservation({ taxon_id: 1, observed_on: '2026-05-01', count: 0 }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01', count: 1 }),
    ]);
    expect([day!.records.length, day!.species]).toEqual([2, 1]);
  });

  it('list higher taxa, and do not count them as species', () => {
    const oak = localObservation({ taxon_id: 9, observed_on: '2026-05-01' });
    oak.taxon = { id: 9, name: 'Oak', scientific_name: 'Quercus', rank: 'genus', group: 'tree', image_url: null };
    const named = { verbatim_name: 'some moss', observed_on: '2026-05-01' };
    const [day] = journeyDays([oak, localObservation({ taxon_id: 2, observed_on: '2026-05-01' }), localObservation(named)]);
    expect([day!.records.length, day!.species]).toEqual([3, 2]);
  });

  it('are in order of time, records without a time last', () => {
    const [day] = journeyDays([
      localObservation({ taxon_id: 1, observed_on: '2026-05-01' }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01', observed_time: '21:05' }),
      localObservation({ taxon_id: 3, observed_on: '2026-05-01', observed_time: '06:30' }),
    ]);
    expect(day!.records.map(({ taxon_id }) => taxon_id)).toEqual([3, 2, 1]);
    expect([day!.first, day!.last]).toEqual(['06:30', '21:05']);
  });

  it('count a species once, including a typed name, and not a photo without a name', () => {
    const [day] = journeyDays([
      localObservation({ taxon_id: 1, observed_on: '2026-05-01' }),
      localObservation({ taxon_id: 1, observed_on: '2026-05-01' }),
      localObservation({ verbatim_name: 'Some gull', observed_on: '2026-05-01' }),
      localObservation({ verbatim_name: 'some gull ', observed_on: '2026-05-01' }),
      localObservation({
        observed_on: '2026-05-01',
        media: [{ id: crypto.randomUUID(), sha256: 'a'.repeat(64), type: 'image/jpeg', width: 4, height: 3, order: 0 }],
      }),
    ]);
    expect(day!.species).toBe(2);
    expect(day!.records).toHaveLength(5);
  });
});
