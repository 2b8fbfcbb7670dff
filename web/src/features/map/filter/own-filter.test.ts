import { expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { locationOfPlace } from '../../../shared/location/location-filter';
import { localObservation } from '../../species/testing/rows';
import type { PlacedRecord } from '../places';
import { type MapFilter, NO_FILTER, ownThatFit } from './map-filter';

const record = (draft: object, more: object = {}) =>
  localObservation({ taxon_id: 1, latitude: 52, longitude: 5, ...draft }, more) as PlacedRecord;
const RECORDS = [
  record({ observed_on: '2026-05-01' }, { country_code: 'NL', quality: 'confirmed' }),
  record({ observed_on: '2020-05' }, { country_code: null }),
  record({ observed_on: '2019-12-30/2020-01-02', taxon_id: 2 }, { country_code: 'BE' }),
];

const ALL: MapFilter = { isEveryone: false, ...NO_FILTER };
const MARSH: SavedPlace = {
  id: '0b1f5a3c-1111-4222-8333-444455556666',
  name: 'Marsh',
  kind: 'patch',
  latitude: 52,
  longitude: 5,
  uncertainty_m: null,
  notes: '',
};

function found(
  filter: Partial<MapFilter>,
  location = 'worldwide',
  below: ReadonlySet<number> | null = null,
  place: SavedPlace | null = null,
) {
  const all = { ...ALL, ...filter };
  return ownThatFit(RECORDS, all, { location, place, below, today: '2026-05-17' }).map(({ observed_on }) => observed_on);
}

it('own records fit all filters that are set, and the location', () => {
  expect(found({})).toHaveLength(3);
  expect(found({}, 'NL')).toEqual(['2026-05-01']);
  expect(found({ period: 'this_year' })).toEqual(['2026-05-01']);
  expect(found({ period: 'this_year' }, 'BE')).toEqual([]);
  expect(found({ quality: 'confirmed' })).toEqual(['2026-05-01']);
  expect(found({ hasPhoto: true })).toEqual([]);
  expect(found({}, 'worldwide', new Set([2]))).toEqual(['2019-12-30/2020-01-02']);
});

it('own records fit a saved place if they are at it or were made with it, and none fits a place that is gone', () => {
  const location = locationOfPlace(MARSH.id);
  expect(found({}, location, null, MARSH)).toHaveLength(3);
  expect(found({}, location, null, { ...MARSH, latitude: 52.1 })).toEqual([]);
  const made = [record({ observed_on: '2026-05-02', location_id: MARSH.id })];
  expect(ownThatFit(made, ALL, { location, place: { ...MARSH, latitude: 52.1 }, below: null, today: '2026-05-17' })).toHaveLength(1);
  expect(found({}, location)).toEqual([]);
});

it('a date is in a year or a month only if all its days are', () => {
  expect(found({ year: 2020 })).toEqual(['2020-05']);
  expect(found({ year: 2019 })).toEqual([]);
  expect(found({ month: 5 })).toEqual(['2026-05-01', '2020-05']);
  expect(found({ year: 2026, month: 5 })).toEqual(['2026-05-01']);
  expect(found({ month: 12 })).toEqual([]);
});
