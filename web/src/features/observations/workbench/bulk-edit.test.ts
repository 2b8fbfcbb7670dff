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
  it('offers no taxon, date or place, and of the group fields those that all records have', () => {
    const birds = fieldsOf([record({})]);
    expect(birds).toEqual(expect.arrayContaining(['count', 'sex', 'notes', 'geoprivacy', 'license', 'wildness', 'breeding_code']));
    for (const field of ['taxon_id', 'verbatim_name', 'observed_on', 'latitude', 'location_id', 'journey_id'])
      expect(birds).not.toContain(field);
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
    expect(restored({ ...change!.after, notes: 'b' }, change!, target)).toMatchObject({ sex: 'female', notes: 'b' });
    expect(restored({ ...change!.after, sex: 'mixed' }, change!, target)).toBeNull();
  });
});
