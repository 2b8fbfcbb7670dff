// @vitest-environment happy-dom
import { LANGUAGES, type Language, type PublicObservation, readCount } from '@veld/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18next } from '../../i18n/i18n';
import type { LocalObservation } from '../../local/db/rows';
import { loadTexts } from '../../testing/texts';
import {
  describeBlurring,
  formatCount,
  listChips,
  describeRecordPlace,
  type RecordTranslator,
  distinctVerbatimName,
} from './record-labels';

const base = { place: null, country_code: null, latitude: 52.35, longitude: 5.2, coordinate_uncertainty_m: 6600 };
const brams = (change: object) => ({ ...base, is_obscured: true, ...change }) as unknown as PublicObservation;
const own = (change: object) => ({ ...base, saved_at: 1, geoprivacy: 'obscured', ...change }) as unknown as LocalObservation;
const NEAR_COLOGNE: PublicObservation['place'] = {
  town: { name: 'Köln', names: { en: 'Cologne', nl: 'Keulen', pl: 'Kolonia' }, country_code: 'DE' },
  distance_km: 20,
  direction: 'NE',
  country_code: 'DE',
  sea: null,
};
const NOWHERE = { latitude: null, longitude: null };

describe('the label of a place', () => {
  let t: RecordTranslator;
  beforeAll(async () => {
    await loadTexts();
    t = i18next.getFixedT('en', ['observations', 'common']) as unknown as RecordTranslator;
  });
  const read = (record: LocalObservation | PublicObservation) => [describeRecordPlace(record, 'en', t), describeBlurring(record, t)];

  it('of somebody else’s obscured record is its place or country, else the cell, never coordinates', () => {
    expect(read(brams({ country_code: 'NL' }))).toEqual(['Netherlands', 'Obscured']);
    expect(read(brams({}))).toEqual(['Within a cell of about 10 km', 'Obscured']);
    expect(read(brams({ place: NEAR_COLOGNE })).map((text) => text?.replaceAll(/\s/g, ' '))).toEqual([
      '20 km NE of Cologne, Germany',
      'Obscured',
    ]);
  });

  it('is in the language of the person', () => {
    expect(
      ['nl', 'fr', 'pl'].map((language) =>
        describeRecordPlace(brams({ place: NEAR_COLOGNE }), language as Language, t)?.replaceAll(/\s/g, ' '),
      ),
    ).toEqual(['20 km NO van Keulen, Duitsland', 'Köln, 20 km NE, Allemagne', 'Kolonia, 20 km NE, Niemcy']);
  });

  it('of a private place says that it is hidden, and not why', () => {
    expect(read(brams(NOWHERE))).toEqual(['Place hidden', null]);
  });

  it('of an own record is its exact place, marked as obscured; without a place there is no mark', () => {
    expect(read(own({}))).toEqual(['52.350, 5.200', 'Obscured']);
    expect(read(own(NOWHERE))).toEqual([null, null]);
  });

  it('of an open record without a place is empty', () => {
    expect(read(brams({ ...NOWHERE, is_obscured: false }))).toEqual([null, null]);
  });
});

describe('the label of a count', () => {
  it.each(LANGUAGES)('says that an absence was not found, without a number: %s', async (language) => {
    await loadTexts();
    await i18next.changeLanguage(language);
    const spoken = i18next.getFixedT(language, ['observations', 'common']) as unknown as RecordTranslator;
    const absence = { count: 0, count_max: null, life_stage: null, sex: null };
    const said = spoken('observations:count.not_found');
    expect(said).not.toContain('not_found');
    for (const count_type of [null, 'exact', 'at_least', 'approximate']) {
      expect(listChips(own({ ...absence, count_type }), spoken)).toEqual([said]);
      expect(listChips(brams({ ...absence, count_type }), spoken)).toEqual([said]);
    }
    const [range] = listChips(own({ ...absence, count_max: 4, count_type: 'range' }), spoken);
    expect(range).toMatch(/0.*4/);
    expect(listChips(own({ ...absence, count: 2 }), spoken)[0]).toContain('2');
  });
});

describe('a count in words', () => {
  const any = fc.oneof(
    // Languages may have another plural for whole millions.
    fc.constantFrom(1_000_000, 1_000_000_000),
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 99_999 }),
    fc.integer({ min: 1, max: 1_000_000_000 }),
  );
  const single = fc
    .tuple(any, fc.constantFrom('exact', 'approximate', 'at_least'))
    .map(([count, count_type]) => ({ count, count_max: null, count_type }));
  const range = fc
    .tuple(any, any)
    .map(([one, other]) => ({ count: Math.min(one, other), count_max: Math.max(one, other), count_type: 'range' as const }));

  it.each(LANGUAGES)('is read back as the same count, however it is counted and large: %s', async (language) => {
    await loadTexts();
    await i18next.changeLanguage(language);
    const spoken = i18next.getFixedT(language, ['observations', 'common']) as unknown as RecordTranslator;
    fc.assert(
      fc.property(fc.oneof(single, range, fc.constant({ count: 0, count_max: null, count_type: 'exact' as const })), (value) => {
        expect(readCount(formatCount(value, spoken)!, language)).toEqual({ kind: 'count', value });
      }),
    );
  });
});

describe('the name as entered', () => {
  const taxon = { id: 1, name: 'European robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird', image_url: null };

  it('are shown where they differ from the reader’s', () => {
    expect(distinctVerbatimName(own({ taxon, verbatim_name: ' roodborst ' }))).toBe('roodborst');
  });

  it('are not repeated: not where they are the shown name, the scientific one, or all there is', () => {
    expect(distinctVerbatimName(own({ taxon, verbatim_name: 'european Robin' }))).toBeNull();
    expect(distinctVerbatimName(own({ taxon, verbatim_name: 'Erithacus rubecula' }))).toBeNull();
    expect(distinctVerbatimName(own({ taxon: null, verbatim_name: 'small brown bird' }))).toBeNull();
    expect(distinctVerbatimName(own({ taxon, verbatim_name: null }))).toBeNull();
  });
});
