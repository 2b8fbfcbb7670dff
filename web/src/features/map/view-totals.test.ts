import { expect, it } from 'vitest';
import { localObservation } from '../species/testing/rows';
import { filterPlaced } from './map-filter';
import type { PlacedRecord } from './places';
import { recordFeatures, radiusAtZoom0 } from './records-overlay';
import { viewTotals } from './view-totals';

const record = (taxon_id: number, latitude: number, longitude: number, more: object = {}) =>
  localObservation({ taxon_id, latitude, longitude, ...more }) as PlacedRecord;

it('a view counts its records and their species, and no species for an absence', () => {
  const records = [record(1, 52, 5), record(1, 52.1, 5), record(2, 52, 5.1), record(3, 52, 5, { count: 0 }), record(4, 60, 5)];
  expect(viewTotals(records, { west: 4, south: 51, east: 6, north: 53 })).toEqual({ records: 4, species: 2 });
});

it('a view across the antimeridian counts both sides', () => {
  const records = [record(1, -17, 179), record(2, -14, -171), record(3, -14, 0)];
  expect(viewTotals(records, { west: 175, south: -20, east: 192, north: -10 }).records).toBe(2);
  expect(viewTotals(records, { west: -192, south: -20, east: -165, north: -10 }).records).toBe(2);
});

it('filters combine, and a record without a country is one of an unknown country', () => {
  const all = [
    localObservation({ taxon_id: 1, latitude: 52, longitude: 5, observed_on: '2026-05-01' }, { country_code: 'NL' }),
    localObservation({ taxon_id: 1, latitude: 52, longitude: 5, observed_on: '2020-05-01' }, { country_code: null }),
  ] as PlacedRecord[];
  const found = (filter: Partial<Parameters<typeof filterPlaced>[1]>) =>
    filterPlaced(all, { country: null, group: null, period: 'all', ...filter }, '2026-05-17').map(({ observed_on }) => observed_on);
  expect(found({})).toHaveLength(2);
  expect(found({ country: 'unknown' })).toEqual(['2020-05-01']);
  expect(found({ country: 'NL', period: 'this_year' })).toEqual(['2026-05-01']);
  expect(found({ country: 'unknown', period: 'this_year' })).toEqual([]);
});

it('the circle around a record is as large as its uncertainty', () => {
  // At the equator, a tile of 512 pixels at zoom 0 is the whole Earth.
  expect(radiusAtZoom0(40_075_016.686, 0)).toBeCloseTo(512);
  expect(radiusAtZoom0(1000, 60)).toBeCloseTo(2 * radiusAtZoom0(1000, 0));
  const [feature] = recordFeatures([record(1, 52, 5)]).features;
  expect(feature).toMatchObject({ properties: { radius: 0 }, geometry: { coordinates: [5, 52] } });
});
