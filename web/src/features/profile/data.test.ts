import { expect, it } from 'vitest';
import type { LocalObservation } from '../observations/data';
import { profileOf } from './data';

const own = (change: Partial<LocalObservation>) =>
  ({
    id: 'x',
    taxon_id: null,
    observed_on: null,
    latitude: null,
    media: [],
    notes: null,
    private_notes: null,
    ...change,
  }) as LocalObservation;

it('counts records without ticks, species with ticks, and each day once', () => {
  const all = [
    own({ taxon_id: 1, observed_on: '2026-05-01' }),
    own({ taxon_id: 1, observed_on: '2026-05-01' }),
    own({ taxon_id: 2, observed_on: '2026-05-02' }),
    own({ verbatim_name: 'moth', observed_on: null, notes: 'in the kitchen' }),
    own({ taxon_id: 3 }),
  ];
  const { records, species, days } = profileOf(all);
  expect({ records: records.length, species, days }).toEqual({ records: 4, species: 3, days: 2 });
  expect(records.some((record) => record.taxon_id === 3)).toBe(false);
});

it('counts a higher taxon as a record and a day, and as no species', () => {
  const taxon = { id: 9, name: 'Oak', scientific_name: 'Quercus', rank: 'genus', group: 'tree' as const, image_url: null };
  const { records, species, days } = profileOf([own({ taxon_id: 9, taxon, observed_on: '2026-05-01' })]);
  expect({ records: records.length, species, days }).toEqual({ records: 1, species: 0, days: 1 });
});

it('counts an absence as a record, but not as a species or a day', () => {
  const absence = own({ taxon_id: 1, observed_on: '2026-05-01', count: 0 });
  const { records, species, days } = profileOf([absence, own({ taxon_id: 2, observed_on: '2026-05-02', count: 1 })]);
  expect({ records: records.length, species, days }).toEqual({ records: 2, species: 1, days: 1 });
});
