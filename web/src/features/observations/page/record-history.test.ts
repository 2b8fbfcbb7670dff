// @vitest-environment happy-dom
import { ObservationDraft, type ObservationVersion, type TaxonSummary } from '@veld/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18next } from '../../../i18n/i18n';
import { loadTexts } from '../../../testing/texts';
import { describeChanges } from './record-history';
import type { RecordTranslator } from '../../../shared/records/record-labels';

const kingfisher = { id: 17, name: 'Kingfisher', scientific_name: 'Alcedo atthis' } as TaxonSummary;
const version = (number: number, change: object): ObservationVersion => ({
  version: number,
  saved_at: '2026-05-10T08:00:00Z',
  device_name: 'Firefox, Linux',
  record: ObservationDraft.parse({ taxon_id: 17, observed_on: '2026-05-10', ...change }),
});

describe('the description of a save’s changes', () => {
  let t: RecordTranslator;
  beforeAll(async () => {
    await loadTexts();
    t = i18next.getFixedT('en', ['observations', 'common']) as unknown as RecordTranslator;
  });

  it('lists each changed field with its old and new value, and no other', () => {
    const before = version(1, { notes: 'On the weir', taxon_id: 18, verbatim_name: null });
    const after = version(2, { sex: 'male', attributes: { behaviour: 'feeding' } });
    expect(describeChanges(after, before, { 17: kingfisher }, t, 'en')).toEqual([
      { field: 'Species', before: '18', after: 'Kingfisher' },
      { field: 'Sex', before: 'Empty', after: 'Male' },
      { field: 'Notes', before: 'On the weir', after: 'Empty' },
      { field: 'Behaviour', before: 'Empty', after: 'Feeding' },
    ]);
  });

  it('reports a new crop or caption as a change of the photos', () => {
    const photo = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', sha256: 'a'.repeat(64), type: 'image/jpeg', width: 4, height: 3, order: 0 };
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    const before = version(1, { media: [{ ...photo, crop: null }] });
    const after = version(2, { media: [{ ...photo, crop, caption: 'wing' }] });
    expect(describeChanges(after, before, {}, t, 'en')).toEqual([
      { field: 'Photos', before: '1 photo', after: '1 photo · cropped: 1 · “wing”' },
    ]);
    expect(describeChanges(before, version(1, { media: [photo] }), {}, t, 'en')).toEqual([]);
  });

  it('is empty if two saves are equal', () => {
    expect(describeChanges(version(2, { count: 2 }), version(1, { count: 2 }), {}, t, 'en')).toEqual([]);
  });
});
