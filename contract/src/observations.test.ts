import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbsence, isEmptyObservation, isTick, ObservationDraft, ObservationWrite } from './observations.ts';

const photo = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  sha256: 'a'.repeat(64),
  type: 'image/jpeg',
  width: 4000,
  height: 3000,
  order: 0,
};

function faultsOf(draft: object): string[] {
  const read = ObservationDraft.safeParse(draft);
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

it.each([
  [{ count: 0 }, true],
  [{ count: 0, count_max: null }, true],
  [{ count: 0, count_max: 0 }, true],
  [{ count: 0, count_max: 5 }, false],
  [{ count: 1 }, false],
  [{ count: null }, false],
  [{}, false],
])('a record is an absence only with a count of 0: %o', (record, expected) => {
  expect(isAbsence(record)).toBe(expected);
});

describe('a draft', () => {
  it('needs only a species, a name or a photo', () => {
    expect(faultsOf({})).toEqual(['taxon_id taxon_or_photo']);
    expect(faultsOf({ verbatim_name: '   ' })).toEqual(['taxon_id taxon_or_photo']);
    for (const enough of [{ taxon_id: 12 }, { verbatim_name: 'brown moth' }, { media: [photo] }]) expect(faultsOf(enough)).toEqual([]);
  });

  it('rejects contradicting values', () => {
    const moth = { verbatim_name: 'brown moth' };
    expect(faultsOf({ ...moth, latitude: 52 })).toEqual(['latitude coordinates_pair']);
    expect(faultsOf({ ...moth, latitude: 0, longitude: 0 })).toEqual(['latitude zero_coordinates']);
    expect(faultsOf({ ...moth, observed_time: '12:00' })).toEqual(['observed_time time_without_day']);
    expect(faultsOf({ ...moth, observed_on: '2026-05', observed_time: '12:00' })).toEqual(['observed_time time_without_day']);
    expect(faultsOf({ ...moth, observed_on: '2026', observed_time: '12:00' })).toEqual(['observed_time time_without_day']);
    expect(faultsOf({ ...moth, observed_on: '2026/2025' })).toEqual(['observed_on date_order']);
    expect(faultsOf({ ...moth, observed_on: '2026-13/2025' })).toEqual(['observed_on date']);
    expect(faultsOf({ ...moth, observed_on: '2026-05-01', observed_time: '12:00' })).toEqual([]);
    expect(faultsOf({ ...moth, count: 5, count_type: 'range' })).toEqual(['count_max count_range']);
    expect(faultsOf({ ...moth, count: 5, count_max: 4, count_type: 'range' })).toEqual(['count_max count_range']);
    expect(faultsOf({ ...moth, count: 5, count_max: 9, count_type: 'exact' })).toEqual(['count_max count_range']);
    expect(faultsOf({ ...moth, media: [photo, photo] })).toEqual(['media media_twice']);
  });

  it('never throws on any input, and rejects coordinates that are not finite numbers', () => {
    const anything = fc.object({
      key: fc.constantFrom('taxon_id', 'latitude', 'longitude', 'observed_on', 'count', 'media', 'notes', 'attributes', '__proto__'),
    });
    fc.assert(fc.property(anything, (value) => typeof ObservationDraft.safeParse(value).success === 'boolean'));
    for (const latitude of [NaN, Infinity, -Infinity, 90.000001, '52', null]) {
      const read = ObservationDraft.safeParse({ taxon_id: 1, latitude, longitude: 5 });
      expect(read.success, String(latitude)).toBe(false);
    }
  });

  it('keeps text exactly as typed, and rejects text that cannot be stored', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, (notes) => {
        const read = ObservationDraft.safeParse({ taxon_id: 1, notes });
        expect(read.success).toBe(!notes.includes('\u0000') && notes.isWellFormed());
        if (read.success) expect(read.data.notes).toBe(notes);
      }),
    );
  });

  it('is public by default, and drops unknown properties', () => {
    const read = ObservationWrite.parse({
      taxon_id: 1,
      write_id: '018f3b1e-0000-7000-8000-000000000000',
      user_id: 'x',
      version: 9,
      quality: 'confirmed',
    });
    expect(read).toMatchObject({ geoprivacy: 'open', media: [], attributes: {} });
    for (const field of ['user_id', 'version', 'quality']) expect(read).not.toHaveProperty(field);
    expect(ObservationWrite.safeParse({ taxon_id: 1 }).success).toBe(false);
  });
});

describe('a tick', () => {
  it('is a record with a species and no other content', () => {
    const tick = { taxon_id: 1, observed_on: null, latitude: null, media: [], notes: null, private_notes: null };
    expect(isEmptyObservation(tick)).toBe(true);
    expect(isEmptyObservation({ ...tick, notes: ' ' })).toBe(true);
    expect(isTick({ ...tick, count: 3 })).toBe(true);
    expect(isTick({ ...tick, count: 0 }), 'an absence').toBe(false);
    expect(isTick({ ...tick, observed_on: '2026-05-10' })).toBe(false);
    for (const more of [
      { observed_on: '2026-05' },
      { latitude: 0 },
      { notes: 'x' },
      { private_notes: 'x' },
      { media: ObservationDraft.parse({ media: [photo] }).media },
      { taxon_id: null },
    ])
      expect(isEmptyObservation({ ...tick, ...more }), JSON.stringify(more)).toBe(false);
  });
});
