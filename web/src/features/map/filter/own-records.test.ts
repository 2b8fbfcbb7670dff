import { expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { locationAround, locationOfPlace } from '../../../shared/location/location-filter';
import { readRecordQuery } from '../../../shared/record-filter/record-query';
import { localObservation } from '../../species/testing/rows';
import type { PlacedRecord } from '../places';
import { filterOwnRecords } from './own-records';

const record = (draft: object, more: object = {}) =>
  localObservation({ taxon_id: 1, latitude: 52, longitude: 5, ...draft }, more) as PlacedRecord;
const RECORDS = [
  record({ observed_on: '2026-05-01' }, { country_code: 'NL', quality: 'confirmed', life_stage: 'adult', validation: 'accepted' }),
  record({ observed_on: '2020-05' }, { country_code: null, coordinate_uncertainty_m: 30, sex: 'female', attributes: { wildness: 'wild' } }),
  record({ observed_on: '2019-12-30/2020-01-02', taxon_id: 2, longitude: 6 }, { country_code: 'BE', attributes: { breeding_code: 'C12' } }),
];
const [FIRST, SECOND, THIRD] = RECORDS.map(({ observed_on }) => observed_on);

const MARSH: SavedPlace = {
  id: '0b1f5a3c-1111-4222-8333-444455556666',
  name: 'Marsh',
  kind: 'patch',
  latitude: 52,
  longitude: 5,
  uncertainty_m: null,
  notes: '',
};

/** The dates of the records that pass the filter of an address. */
function found(address: string, { below = null, place = null }: Partial<Parameters<typeof filterOwnRecords>[2]> = {}, location?: string) {
  const query = readRecordQuery(new URLSearchParams(address), []);
  expect(query.unread).toEqual([]);
  const chosen = { values: query.values, location: location ?? query.location };
  return filterOwnRecords(RECORDS, chosen, { place, below, today: '2026-05-17' }).map(({ observed_on }) => observed_on);
}

it('own records pass the parts of a filter that are set, and its location', () => {
  expect(found('')).toHaveLength(3);
  expect(found('country=NL')).toEqual([FIRST]);
  expect(found('period=this_year')).toEqual([FIRST]);
  expect(found('period=this_year&country=BE')).toEqual([]);
  expect(found('quality=confirmed,casual')).toEqual([FIRST]);
  expect(found('validation=accepted')).toEqual([FIRST]);
  expect(found('validation=unverified')).toEqual([SECOND, THIRD]);
  expect(found('photos=1')).toEqual([]);
  expect(found('photos=0')).toHaveLength(3);
  expect(found('life_stage=adult,juvenile')).toEqual([FIRST]);
  expect(found('sex=female')).toEqual([SECOND]);
  expect(found('wildness=wild')).toEqual([SECOND]);
  expect(found('breeding=C12')).toEqual([THIRD]);
  expect(found('uncertainty_m=30')).toEqual([SECOND]);
  expect(found('uncertainty_m=29')).toEqual([]);
  expect(found('taxon_id=2', { below: new Set([2]) })).toEqual([THIRD]);
});

it('own records pass by whether others see their place, whoever hides it', () => {
  const shared = { place: null, below: null, today: '2026-05-17' };
  const all = [
    record({ observed_on: '2026-05-01' }),
    record({ observed_on: '2026-05-02', geoprivacy: 'obscured' }),
    record({ observed_on: '2026-05-03', geoprivacy: 'private' }),
    { ...record({ observed_on: '2026-05-04' }), is_obscured: true },
  ];
  const pass = (hidden: string) =>
    filterOwnRecords(all, { values: { hidden }, location: 'worldwide' }, shared).map(({ observed_on }) => observed_on);
  expect(pass('1')).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
  expect(pass('0')).toEqual(['2026-05-01']);
});

it('own records pass an area by their true points', () => {
  expect(found('box=4.9,51,5.1,53')).toEqual([FIRST, SECOND]);
  expect(found('box=170,51,5.5,53')).toEqual([FIRST, SECOND]);
  expect(found('polygon=5.5 51,6.5 51,6.5 53,5.5 53')).toEqual([THIRD]);
});

it('own records pass a saved place if they are at it or were made with it, and none passes a place that is gone', () => {
  const location = locationOfPlace(MARSH.id);
  expect(found('', { place: MARSH }, location)).toEqual([FIRST, SECOND]);
  expect(found('', { place: { ...MARSH, latitude: 52.1 } }, location)).toEqual([]);
  const made = [record({ observed_on: '2026-05-02', location_id: MARSH.id })];
  const known = { place: { ...MARSH, latitude: 52.1 }, below: null, today: '2026-05-17' };
  expect(filterOwnRecords(made, { values: {}, location }, known)).toHaveLength(1);
  expect(found('', {}, location)).toEqual([]);
  expect(found('', { place: { id: '', latitude: 52, longitude: 6, uncertainty_m: 2000 } }, locationAround(MARSH, 2))).toEqual([THIRD]);
});

it('a date is in a year, a month or between days only if all its days are', () => {
  expect(found('year=2020')).toEqual([SECOND]);
  expect(found('year=2019,2020')).toEqual([SECOND]);
  expect(found('month=5')).toEqual([FIRST, SECOND]);
  expect(found('year=2026&month=5,6')).toEqual([FIRST]);
  expect(found('month=12')).toEqual([]);
  expect(found('from=2019-12-30&to=2020-01-02')).toEqual([THIRD]);
  expect(found('from=2019-12-31')).toEqual([FIRST, SECOND]);
});
