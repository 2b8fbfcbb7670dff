import type { PublicObservation } from '@veld/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import type { LocalObservation } from '../../local/rows';
import { blurredLabelOf, placeOf, type RecordWords } from './record-words';

const base = { place: null, country_code: null, latitude: 52.35, longitude: 5.2, coordinate_uncertainty_m: 6600 };
const brams = (change: object) => ({ ...base, is_obscured: true, ...change }) as unknown as PublicObservation;
const own = (change: object) => ({ ...base, saved_at: 1, geoprivacy: 'obscured', ...change }) as unknown as LocalObservation;
const NOWHERE = { latitude: null, longitude: null };

describe('where a record is, in words', () => {
  let t: RecordWords;
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['observations', 'common']);
    t = i18next.getFixedT('en', ['observations', 'common']) as unknown as RecordWords;
  });
  const read = (record: LocalObservation | PublicObservation) => [placeOf(record, 'en', t), blurredLabelOf(record, t)];

  it('of another’s obscured record is its country, else that it is somewhere in a cell, never the middle of it', () => {
    expect(read(brams({ country_code: 'NL' }))).toEqual(['Netherlands', 'Obscured']);
    expect(read(brams({}))).toEqual(['Somewhere in a cell of about 10 km', 'Obscured']);
    expect(read(brams({ place: 'Utrecht' }))).toEqual(['Utrecht', 'Obscured']);
  });

  it('of a record whose place is kept private says so, and not why', () => {
    expect(read(brams(NOWHERE))).toEqual(['Place not shown', null]);
  });

  it('of an own one is the true place with the mark; without a place there is nothing to mark', () => {
    expect(read(own({}))).toEqual(['52.350, 5.200', 'Obscured']);
    expect(read(own(NOWHERE))).toEqual([null, null]);
  });

  it('of an open record without a place is nothing', () => {
    expect(read(brams({ ...NOWHERE, is_obscured: false }))).toEqual([null, null]);
  });
});
