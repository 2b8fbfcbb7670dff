import { expect, it } from 'vitest';
import { extractFact } from '../../local/db/facts';
import type { LocalObservation } from '../../shared/records/own';
import { speciesIn } from '../species/species-count';
import { countFigures, selectOwnRecords, shareOfRecords } from './own-records';

const TODAY = '2026-05-13';
const profileOf = (all: LocalObservation[]) => ({
  ...selectOwnRecords(all.map(factOfOwn), { period: 'all', since: null }, TODAY),
  species: speciesIn(all.map(factOfOwn), { country: null, period: 'all', today: TODAY }, new Map()),
});
const factOfOwn = (record: LocalObservation) => extractFact(record)!;

const own = (change: Partial<LocalObservation>) =>
  ({
    id: 'x',
    taxon_id: null,
    observed_on: null,
    latitude: null,
    media: [],
    notes: null,
    private_notes: null,
    attributes: {},
    deleted: 0,
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

it('counts an absence as a record and a day in the field, but not as a species', () => {
  const absence = own({ taxon_id: 1, observed_on: '2026-05-01', count: 0 });
  const { records, species, days } = profileOf([absence, own({ taxon_id: 2, observed_on: '2026-05-02', count: 1 })]);
  expect({ records: records.length, species, days }).toEqual({ records: 2, species: 1, days: 2 });
});

it('lists the records of a period, or since a day', () => {
  const all = [
    own({ observed_on: '2026-05-11' }),
    own({ observed_on: '2026-05' }),
    own({ observed_on: '2025-05-01' }),
    own({ latitude: 1 }),
  ];
  const of = (filter: Parameters<typeof selectOwnRecords>[1]) =>
    selectOwnRecords(all.map(factOfOwn), filter, TODAY).records.map(({ observed_on }) => observed_on);
  expect(of({ period: 'all', since: null })).toHaveLength(4);
  expect(of({ period: 'this_year', since: null })).toEqual(['2026-05-11', '2026-05']);
  expect(of({ period: 'this_week', since: null })).toEqual(['2026-05-11']);
  expect(of({ period: 'all', since: '2026-05-02' })).toEqual(['2026-05-11']);
});

it('lists the records of a country, and confirmed ones', () => {
  const all = [
    own({ id: 'a', country_code: 'NL', quality: 'confirmed', notes: 'a' }),
    own({ id: 'b', country_code: 'BE', quality: 'needs_id', notes: 'b' }),
    own({ id: 'c', notes: 'c' }),
  ];
  const of = (filter: Partial<Parameters<typeof selectOwnRecords>[1]>) =>
    selectOwnRecords(all.map(factOfOwn), { period: 'all', since: null, ...filter }, TODAY).records.map(({ id }) => id);
  expect(of({ country: 'BE' })).toEqual(['b']);
  expect(of({ isConfirmed: true })).toEqual(['a']);
});

it('shares confirmed records among those that are not casual', () => {
  const grades = (...all: LocalObservation['quality'][]) => shareOfRecords(all.map((quality) => own({ quality })));
  expect(grades('confirmed', 'needs_id', 'casual', 'casual')).toBe(0.5);
  expect(grades('casual')).toBeNull();
  expect(grades()).toBeNull();
});

it('counts records by month where the whole date lies in one, and by group', () => {
  const taxon = { id: 1, name: 'Moss', scientific_name: 'Bryum', rank: 'species', group: 'moss' as const, image_url: null };
  const { months, groups } = countFigures(
    [
      own({ taxon_id: 1, taxon, observed_on: '2026-05-01' }),
      own({ taxon_id: 1, taxon, observed_on: '2025-05', count: 0 }),
      own({ taxon_id: 2, taxon: { ...taxon, id: 2, group: 'bird' }, observed_on: '2026-01-30/2026-02-02' }),
      own({ observed_on: '2026' }),
    ].map(factOfOwn),
  );
  expect(months).toEqual([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
  expect(groups).toEqual([
    { group: 'moss', observations: 2, species: 1 },
    { group: 'bird', observations: 1, species: 1 },
  ]);
});
