import { describe, expect, it } from 'vitest';
import { pickDraft, savedRow } from '../../../local/records/record-shape';
import { newId } from '../../../local/db/ids';
import { anna, observer } from '../../../local/testing/people';
import { ObservationDraft, type TaxonGroup } from '@veld/contract';
import type { z } from 'zod/mini';
import { editTargets, planEdit, restored, targetFacts } from './bulk-edit';

function record(draft: z.input<typeof ObservationDraft>, group: TaxonGroup = 'bird') {
  const taxon = { id: 1, name: 'Swan', scientific_name: 'Cygnus', rank: 'species', group, image_url: null };
  const facts = { user: observer(anna), taxon, now: 1, thumbhashes: new Map<string, string | null>() };
  return savedRow(newId(), ObservationDraft.parse({ taxon_id: 1, ...draft }), undefined, facts);
}
const fieldsOf = (records: Parameters<typeof editTargets>[0]) =>
  editTargets(records).map((target) => ('field' in target ? target.field : target.attribute));

describe('editing many records', () => {
  it('offers species, date and place, and of the group fields those that all records have', () => {
    const birds = fieldsOf([record({})]);
    expect(birds).toEqual(
      expect.arrayContaining([
        'taxon_id',
        'observed_on',
        'latitude',
        'count',
        'sex',
        'notes',
        'geoprivacy',
        'license',
        'wildness',
        'breeding_code',
      ]),
    );
    for (const field of ['verbatim_name', 'observed_time', 'longitude', 'location_id', 'journey_id']) expect(birds).not.toContain(field);
    const both = fieldsOf([record({}), record({}, 'plant')]);
    expect(both).toContain('wildness');
    expect(both).not.toContain('breeding_code');
  });

  it('plans a change only where it changes something', () => {
    const [one, other] = [record({ license: 'CC0-1.0' }), record({ license: 'CC-BY-4.0' })];
    const plan = planEdit([one, other], { target: { field: 'license' }, action: 'set', value: 'CC0-1.0' });
    expect(plan).toMatchObject({ unchanged: 1, invalid: 0 });
    expect(plan.changes.map(({ record: { id }, after }) => [id, after.license])).toEqual([[other.id, 'CC0-1.0']]);
    expect(pickDraft(other).license).toBe('CC-BY-4.0');
  });

  it('replaces the other fields of a part, which qualify the old value', () => {
    const ranged = record({ count: 2, count_max: 5, count_type: 'range', geoprivacy: 'obscured', geoprivacy_until: '2027-01-01' });
    const value = { count: 3, count_max: null, count_type: 'approximate' } as const;
    const counted = planEdit([ranged], { target: { field: 'count' }, action: 'set', value }).changes[0]!.after;
    expect(counted).toMatchObject({ ...value, geoprivacy: 'obscured' });
    expect(planEdit([record(value)], { target: { field: 'count' }, action: 'set', value }).unchanged).toBe(1);
    const open = planEdit([ranged], { target: { field: 'geoprivacy' }, action: 'set', value: 'open' }).changes[0]!.after;
    expect(open).toMatchObject({ geoprivacy: 'open', geoprivacy_until: null, count: 2, count_max: 5 });
  });

  it('adds a paragraph to notes, and clears what may be empty', () => {
    const noted = record({ notes: 'On the ditch.', attributes: { wildness: 'wild' } });
    expect(planEdit([noted], { target: { field: 'notes' }, action: 'append', value: 'Ringed.' }).changes[0]!.after.notes).toBe(
      'On the ditch.\n\nRinged.',
    );
    expect(planEdit([noted], { target: { attribute: 'wildness' }, action: 'clear', value: null }).changes[0]!.after.attributes).toEqual({});
    expect(targetFacts({ field: 'geoprivacy' }).actions).toEqual(['set']);
    expect(targetFacts({ field: 'notes' }).actions).toEqual(['set', 'append', 'clear']);
  });

  it('leaves a record out that the value would make invalid', () => {
    expect(planEdit([record({})], { target: { field: 'count' }, action: 'set', value: -1 })).toMatchObject({ changes: [], invalid: 1 });
  });

  it('is undone field by field, and not where the field was changed again', () => {
    const target = { field: 'sex' } as const;
    const [change] = planEdit([record({ sex: 'female', notes: 'a' })], { target, action: 'set', value: 'male' }).changes;
    expect(restored({ ...change!.after, notes: 'b' }, change!)).toMatchObject({ sex: 'female', notes: 'b' });
    expect(restored({ ...change!.after, sex: 'mixed' }, change!)).toBeNull();
  });

  const swan = { id: 2, name: 'Mute swan', scientific_name: 'Cygnus olor', rank: 'species', group: 'bird', image_url: null } as const;

  it('sets a species with its names, and leaves out records with details that it cannot have', () => {
    const [named, typed, ringed] = [
      record({ uncertain: true }),
      record({ taxon_id: null, verbatim_name: 'white bird' }),
      record({ attributes: { breeding_code: '0' } }),
    ];
    const edit = { target: { field: 'taxon_id' }, action: 'set', value: { taxon_id: 2 } } as const;
    const plan = planEdit([named, typed, ringed], { ...edit, taxon: swan });
    expect(plan.changes.map(({ after }) => [after.taxon_id, after.verbatim_name, after.uncertain])).toEqual([
      [2, null, null],
      [2, null, null],
      [2, null, null],
    ]);
    expect(plan.changes.every(({ taxon }) => taxon === swan)).toBe(true);
    const fern = { ...swan, group: 'plant' } as const;
    expect(planEdit([named, ringed], { ...edit, taxon: fern })).toMatchObject({ otherGroup: 1, changes: [{ record: named }] });
  });

  it('sets a day and keeps the time of each record, and leaves out days that are still to come', () => {
    const [timed, dated] = [record({ observed_on: '2026-05-17', observed_time: '07:42', time_zone: 'Europe/Amsterdam' }), record({})];
    const target = { field: 'observed_on' } as const;
    const plan = planEdit([timed, dated], { target, action: 'set', value: { observed_on: '2026-05-16' } });
    expect(plan.changes.map(({ after }) => [after.observed_on, after.observed_time, after.time_zone])).toEqual([
      ['2026-05-16', '07:42', 'Europe/Amsterdam'],
      ['2026-05-16', null, null],
    ]);
    expect(planEdit([timed], { target, action: 'set', value: { observed_on: '9000-01-01' } })).toMatchObject({ changes: [], future: 1 });
  });

  it('sets a place as a whole with its time zone, and gives both back', () => {
    const facts = { observed_on: '2026-05-17', observed_time: '07:42', time_zone: 'Europe/Amsterdam' } as const;
    const here = record({ ...facts, latitude: 52, longitude: 5, coordinate_uncertainty_m: 8, location_source: 'gps', location_delay_s: 4 });
    const value = { latitude: 51.5, longitude: -0.1, coordinate_uncertainty_m: 90, location_source: 'map', location_id: null } as const;
    const target = { field: 'latitude' } as const;
    const [change] = planEdit([here], { target, action: 'set', value }, () => 'Europe/London').changes;
    expect(change!.after).toMatchObject({ ...value, location_delay_s: null, observed_time: '07:42', time_zone: 'Europe/London' });
    expect(restored(change!.after, change!)).toEqual(change!.before);
  });
});
