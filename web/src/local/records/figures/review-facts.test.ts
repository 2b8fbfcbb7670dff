import { expect, it } from 'vitest';
import { counted } from '../../testing/facts';
import { reviewFacts } from './review-facts';

it('a year has its figures, its best month and its groups', () => {
  const records = counted(
    { taxon: 1, on: '2024-05-01' },
    { taxon: 1, on: '2025-05-01' },
    { taxon: 2, on: '2025-05-02', group: 'moss' },
    { taxon: 2, on: '2025-08', group: 'moss' },
    { taxon: null, on: '2025' },
    { taxon: 3, on: '2026-01-01' },
  );
  expect(reviewFacts(records, '2025')).toMatchObject({
    year: '2025',
    records: 4,
    species: 2,
    newSpecies: 1,
    days: 2,
    bestMonth: { month: 4, records: 2 },
    groups: [
      { key: 'moss', records: 2, species: 1 },
      { key: 'bird', records: 1, species: 1 },
    ],
  });
});

it('names the countries of open records only, and takes photos of open records only, new species first', () => {
  const records = counted(
    { id: 'old', taxon: 1, on: '2025-01-01', country_code: 'NL', hasPhoto: true },
    { id: 'hidden', taxon: 2, on: '2025-01-02', country_code: 'FR', hasPhoto: true, isOpen: false },
    { id: 'new', taxon: 3, on: '2025-06-02', country_code: 'BE', hasPhoto: true },
    { id: 'again', taxon: 3, on: '2025-06-03', country_code: 'BE', hasPhoto: false },
    { taxon: 1, on: '2024-06-02', country_code: 'DE' },
  );
  const { countries, withPhoto } = reviewFacts(records, '2025');
  expect(countries).toEqual(['BE', 'NL']);
  expect(withPhoto).toEqual(['new', 'old']);
});
