import { describe, expect, it } from 'vitest';
import { locationOfPublicPlace } from '../../../shared/location/location-filter';
import { readRecordQuery } from '../../../shared/record-filter/record-query';
import { OWN_NAMES, readStep, renameOld, understandMap } from './map-filter';

const PERSON = '0b1f5a3c-1111-4222-8333-444455556666';
function read(query: string, userId?: string) {
  const address = new URLSearchParams(query);
  return understandMap(readRecordQuery(address, OWN_NAMES), address, userId);
}

describe('the filter in an address of the map', () => {
  it('has every part of the filter of everyone’s records', () => {
    const parts = `taxon_id=17&below=0&group=bird&period=previous_year&from=2020-01-01&year=2024,2025&month=5&user_id=${PERSON}&unseen=1`;
    const { values, unread } = read(`whose=everyone&layer=effort&at=52,5&places=1&${parts}&quality=needs_id,confirmed`);
    expect(unread).toEqual([]);
    expect(values).toEqual({ ...Object.fromEntries(new URLSearchParams(parts)), quality: 'needs_id,confirmed' });
  });

  it('says what it cannot understand, and what cannot be asked of one’s own records', () => {
    expect(read('group=dragon&month=13&elevation=5').unread).toEqual(['group=dragon', 'month=13', 'elevation=5']);
    const own = read(`unseen=1&first_of_year=1&user_id=${PERSON}&place=${PERSON}&photos=1`);
    expect(own.unread).toEqual([`user_id=${PERSON}`, 'unseen=1', 'first_of_year=1']);
    expect([own.values, own.location]).toEqual([{ photos: '1' }, locationOfPublicPlace(PERSON)]);
  });

  it('selects by hidden places among one’s own records alone', () => {
    expect(read('hidden=1')).toMatchObject({ values: { hidden: '1' }, unread: [] });
    expect(read(`whose=everyone&user_id=${PERSON}&hidden=1`, PERSON).unread).toEqual([]);
    expect(read(`whose=everyone&user_id=${PERSON}&hidden=1`, undefined)).toMatchObject({
      values: { user_id: PERSON },
      unread: ['hidden=1'],
    });
    expect(read('whose=everyone&hidden=1', PERSON).unread).toEqual(['hidden=1']);
  });

  it('reads the names of older addresses, which give way to those of today', () => {
    const renamed = (query: string) => renameOld(new URLSearchParams(query))?.toString() ?? null;
    expect(renamed(`whose=everyone&taxon=17&person=${PERSON}`)).toBe(`whose=everyone&taxon_id=17&user_id=${PERSON}`);
    expect(renamed('taxon=17&taxon_id=18')).toBe('taxon_id=18');
    expect(renamed('taxon_id=18')).toBeNull();
  });
});

it('the time slider stands at the only year or month of a filter', () => {
  expect(readStep({ year: '2025', month: '5' })).toEqual({ year: 2025, month: 5 });
  expect(readStep({ year: '2024,2025' })).toEqual({ year: null, month: null });
});
