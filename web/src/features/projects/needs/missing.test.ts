import { describe, expect, it } from 'vitest';
import type { KnownNeeds } from '../../../local/device/project-needs';
import { findLacks, type FormFacts } from './missing';

const NEEDS: KnownNeeds = {
  id: 'a',
  name: 'Moth night',
  start_on: '2026-05-16',
  end_on: '2026-05-18',
  start_time: '12:00',
  end_time: null,
  time_zone: 'Europe/Amsterdam',
  photo_required: true,
  required_fields: ['count', 'life_stage', 'sex', 'notes'],
  max_uncertainty_m: 50,
};
const EMPTY: FormFacts = {
  date_kind: 'day',
  day: '2026-05-17',
  time: '',
  time_zone: 'Europe/Amsterdam',
  count: null,
  life_stage: null,
  sex: null,
  notes: '',
  coordinate_uncertainty_m: null,
  attributes: {},
  media: [],
};
const lacks = (values: Partial<FormFacts>, needs: Partial<KnownNeeds> = {}) => findLacks({ ...NEEDS, ...needs }, { ...EMPTY, ...values });
const NOTHING = { photo_required: false, required_fields: [], max_uncertainty_m: null };

describe('what the record of a form lacks for a project', () => {
  it('is what the project needs, field by field', () => {
    expect(lacks({})).toEqual(['no_photo', 'no_count', 'no_life_stage', 'no_sex', 'no_notes', 'no_accuracy']);
    const photo = { id: 'p' } as unknown as FormFacts['media'][number];
    expect(lacks({ media: [photo], count: 0, life_stage: 'adult', sex: 'male', notes: 'Fresh', coordinate_uncertainty_m: 50 })).toEqual([]);
    expect(lacks({ coordinate_uncertainty_m: 51, notes: '  ' }, { photo_required: false, required_fields: ['notes'] })).toEqual([
      'no_notes',
      'no_accuracy',
    ]);
  });

  it('can be in the count table', () => {
    const fields = { photo_required: false, max_uncertainty_m: null };
    expect(lacks({ attributes: { n_male_adult: 1 } }, fields)).toEqual(['no_notes']);
    expect(lacks({ attributes: { n_male_unknown: 1 } }, fields)).toEqual(['no_life_stage', 'no_notes']);
    expect(lacks({ attributes: { n_unknown_adult: 1 } }, fields)).toEqual(['no_sex', 'no_notes']);
  });

  it('is a time on a part day, and nothing for a record outside the project', () => {
    expect(lacks({ day: '2026-05-16' }, NOTHING)).toEqual(['no_time']);
    expect(lacks({ day: '2026-05-16', time: '12:00' }, NOTHING)).toEqual([]);
    expect(lacks({ day: '2026-05-16', time: '11:59' })).toBeNull();
    expect(lacks({ day: '2026-05-18' }, NOTHING)).toEqual([]);
    expect(lacks({ day: '2026-05-19' })).toBeNull();
    expect(lacks({ date_kind: 'unknown' })).toBeNull();
  });
});
