import { describe, expect, it } from 'vitest';
import { locationOfPlace } from '../../../shared/location/location-filter';
import { activeFilters, filterInAddress, type MapFilter, mapQuery, NO_FILTER, readFilter } from './map-filter';

const PERSON = '0b1f5a3c-1111-4222-8333-444455556666';
const FULL: MapFilter = {
  isEveryone: true,
  taxon: 17,
  group: 'bird',
  period: 'previous_year',
  year: 2025,
  month: 5,
  quality: 'needs_id',
  hasPhoto: true,
  person: PERSON,
  isUnseen: true,
};

const read = (query: string) => {
  const parameters = new URLSearchParams(query);
  return readFilter((name) => parameters.get(name));
};
const written = (change: Partial<MapFilter>) =>
  Object.entries(filterInAddress(change))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

describe('the filter of the map in the address', () => {
  it('comes back as it was written', () => {
    expect(written(FULL)).toBe(
      `whose=everyone&taxon=17&group=bird&period=previous_year&year=2025&month=5&quality=needs_id&photos=1&person=${PERSON}&unseen=1`,
    );
    expect(read(written(FULL))).toEqual(FULL);
  });

  it('is absent from the address where it is not set', () => {
    expect(written({ isEveryone: false, ...NO_FILTER })).toBe('');
    expect(read('')).toEqual({ isEveryone: false, ...NO_FILTER });
  });

  it('changes only what was changed', () => {
    expect(filterInAddress({ group: null, hasPhoto: true })).toEqual({ group: null, photos: '1' });
  });

  it('counts what is not valid as absent', () => {
    const query = 'whose=all&taxon=x&group=dragon&period=ever&year=20&month=13&quality=good&photos=yes&person=anna&unseen=true';
    expect(read(query)).toEqual({ isEveryone: false, ...NO_FILTER });
  });

  it('has a person and unseen species only among the records of everyone', () => {
    expect(read(`person=${PERSON}&unseen=1`)).toEqual({ isEveryone: false, ...NO_FILTER });
  });
});

it('a chip stands for each filter in force, but not for the times of the slider', () => {
  expect(activeFilters(FULL)).toEqual(['taxon', 'group', 'period', 'quality', 'hasPhoto', 'person', 'isUnseen']);
  expect(activeFilters({ isEveryone: true, ...NO_FILTER, year: 2025 })).toEqual([]);
});

it('the server is asked for what is set', () => {
  expect(mapQuery({ isEveryone: true, ...NO_FILTER }, 'worldwide')).toEqual({});
  expect(mapQuery({ isEveryone: true, ...NO_FILTER }, locationOfPlace(PERSON))).toEqual({ place_id: PERSON });
  expect(mapQuery(FULL, 'NL')).toEqual({
    taxon_id: '17',
    group: 'bird',
    period: 'previous_year',
    year: '2025',
    month: '5',
    country: 'NL',
    quality: 'needs_id',
    photos: '1',
    user_id: PERSON,
    unseen: '1',
  });
});
