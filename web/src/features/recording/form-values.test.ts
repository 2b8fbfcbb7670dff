import { ObservationDraft } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { anna } from '../../local/testing/people';
import { attributePatch, blankValues, type FormPatch, readFormRecord, restoredValues, fillFormValues, withoutTable } from './form-values';
import type { LocalObservation } from '../../local/db/rows';

const noon = new Date('2026-05-10T12:00:00Z');
const robin = { id: 7, name: 'roodborst', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };
const form = (change: FormPatch = {}) => ({ ...blankValues(anna.preferences, noon), time_zone: 'Europe/Amsterdam', ...change });
const place = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };

describe('the form', () => {
  it('makes a record that fits the contract, with unknown values left empty', () => {
    const record = readFormRecord(form({ taxon: robin, date_kind: 'unknown' }));
    expect(ObservationDraft.safeParse(record).success).toBe(true);
    expect(record).toMatchObject({ taxon_id: 7, observed_on: null, observed_time: null, time_zone: null, latitude: null });
    expect(record).toMatchObject({ location_source: null, count: null, count_type: null, uncertain: null, notes: null });
  });

  it('omits the time of a month, and the uncertainty without a place', () => {
    const record = readFormRecord(form({ taxon: robin, date_kind: 'month', month: '2026-05', time: '10:00', coordinate_uncertainty_m: 5 }));
    expect(record).toMatchObject({ observed_on: '2026-05', observed_time: null, coordinate_uncertainty_m: null });
  });

  it('starts with the person’s preferences for geoprivacy and licence', () => {
    const values = blankValues({ geoprivacy: 'obscured', license: 'CC0-1.0' }, noon);
    expect(readFormRecord(values)).toMatchObject({ geoprivacy: 'obscured', license: 'CC0-1.0' });
  });

  it('does not change a record that is opened and saved, even one with an interval', () => {
    const draft = {
      ...readFormRecord(form({ taxon: robin, ...place, count: 3, count_type: 'at_least', notes: 'singing' })),
      observed_on: '2026-05-01/2026-05-03',
      observed_time: null,
      attributes: { nest: true },
    };
    const row = { ...draft, taxon: robin, media: [] } as unknown as LocalObservation;
    expect(readFormRecord(fillFormValues(row))).toEqual(draft);
  });

  it('keeps the species of a record even if this device has no name for it', () => {
    const draft = readFormRecord(form({ taxon: robin, ...place, notes: 'singing' }));
    const row = { ...draft, taxon: null, media: [] } as unknown as LocalObservation;
    expect(readFormRecord(fillFormValues(row))).toEqual(draft);
    expect(readFormRecord({ ...fillFormValues(row), taxon: { ...robin, id: 8 } })).toMatchObject({ taxon_id: 8 });
  });

  it('keeps the date until which a place is hidden only if it is hidden, also when the record is edited', () => {
    const hidden = form({ taxon: robin, geoprivacy: 'obscured', geoprivacy_until: '2026-08-01' });
    const record = readFormRecord(hidden);
    expect(record).toMatchObject({ geoprivacy: 'obscured', geoprivacy_until: '2026-08-01' });
    expect(fillFormValues({ ...record, taxon: robin, media: [] } as unknown as LocalObservation).geoprivacy_until).toBe('2026-08-01');
    expect(readFormRecord({ ...hidden, geoprivacy: 'open' }).geoprivacy_until).toBeNull();
  });

  it('takes the count from the table by sex and stage, and keeps it when the table is cleared', () => {
    let values = form({ taxon: robin, count: 9, count_type: 'at_least' });
    values = { ...values, ...attributePatch(values, 'n_female_adult', 2) };
    values = { ...values, ...attributePatch(values, 'n_unknown_juvenile', 3) };
    expect(readFormRecord(values)).toMatchObject({
      count: 5,
      count_type: 'exact',
      attributes: { n_female_adult: 2, n_unknown_juvenile: 3 },
    });
    expect(ObservationDraft.safeParse(readFormRecord(values)).success).toBe(true);
    values = { ...values, ...attributePatch(values, 'behaviour', 'singing') };
    values = { ...values, ...withoutTable(values) };
    expect(readFormRecord(values)).toMatchObject({ count: 5, attributes: { behaviour: 'singing' } });
    expect(readFormRecord({ ...values, ...attributePatch(values, 'behaviour', null) }).attributes).toEqual({});
  });

  it('keeps the fields of a bird when the species becomes a plant', () => {
    const bird = form({ taxon: robin, ...attributePatch(form(), 'breeding_code', 'B9') });
    const plant = { ...bird, taxon: { ...robin, id: 8, group: 'plant' as const } };
    expect(readFormRecord(plant).attributes).toEqual({ breeding_code: 'B9' });
    expect(ObservationDraft.safeParse(readFormRecord(plant)).success).toBe(true);
  });

  it('restores a draft of an older form with empty values for new fields', () => {
    const blank = form();
    const restored = restoredValues({ verbatim_name: 'small brown bird' }, blank);
    expect(restored).toEqual({ ...blank, verbatim_name: 'small brown bird' });
  });
});
