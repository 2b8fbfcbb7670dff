import type { Identification, TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../../local/db/ids';
import type { IdentificationChange } from '../../local/changes/identifications';
import { type KnownTaxon, shownGrade, withChanges } from './merge';

const anna = { id: newId(), name: 'anna', is_pro: false };
const bram = { id: newId(), name: 'bram', is_pro: false };

function known(id: number, name: string): KnownTaxon {
  const summary: TaxonSummary = { id, name, scientific_name: name, rank: 'species', group: 'bird', image_url: null };
  return {
    summary,
    lineage: [
      { id: 1, rank: 'genus' },
      { id, rank: 'species' },
    ],
  };
}
const ROBIN = known(7, 'Robin');
const WREN = known(8, 'Wren');
const taxa = new Map([ROBIN, WREN].map((taxon) => [taxon.summary.id, taxon]));

const sent = (user: Identification['user'], taxon: KnownTaxon, more: Partial<Identification> = {}): Identification => ({
  id: newId(),
  user,
  taxon: taxon.summary,
  lineage: [...taxon.lineage],
  disagrees: false,
  comment: '',
  is_expert: false,
  is_withdrawn: false,
  created_at: '2026-05-17T08:00:00Z',
  ...more,
});
const put = (taxon: KnownTaxon, more: Partial<IdentificationChange> = {}): IdentificationChange => ({
  kind: 'put',
  id: newId(),
  at: Date.UTC(2026, 4, 18),
  state: 'waiting',
  draft: { taxon_id: taxon.summary.id, disagrees: false, comment: ' its song ' },
  ...more,
});
const facts = (list: ReturnType<typeof withChanges>) => list.map((one) => [one.user.name, one.taxon.name, one.is_withdrawn, one.state]);

describe('identifications with own changes', () => {
  it('show an unsent name at once, in place of the former one', () => {
    const list = withChanges([sent(bram, ROBIN), sent(anna, WREN)], [put(ROBIN)], anna, taxa);
    expect(facts(list)).toEqual([
      ['bram', 'Robin', false, 'sent'],
      ['anna', 'Wren', true, 'sent'],
      ['anna', 'Robin', false, 'waiting'],
    ]);
    expect(list[2]).toMatchObject({ comment: 'its song', created_at: '2026-05-18T00:00:00.000Z' });
  });

  it('show one that the server already has only once', () => {
    const one = sent(anna, ROBIN);
    expect(facts(withChanges([one], [put(ROBIN, { id: one.id, state: 'sent' })], anna, taxa))).toEqual([['anna', 'Robin', false, 'sent']]);
  });

  it('show a withdrawal at once', () => {
    const one = sent(anna, ROBIN);
    const list = withChanges([sent(bram, ROBIN), one], [{ kind: 'withdrawal', id: one.id, at: 0, state: 'waiting' }], anna, taxa);
    expect(list.map((shown) => shown.is_withdrawn)).toEqual([false, true]);
  });

  it('leave out what the server refused', () => {
    const one = sent(anna, ROBIN);
    expect(facts(withChanges([one], [put(WREN, { state: 'needs_attention' })], anna, taxa))).toEqual([['anna', 'Robin', false, 'sent']]);
  });
});

describe('the grade with own changes', () => {
  const record = { isCasual: false, observerId: bram.id, own: ROBIN.lineage };

  it('is confirmed at once when the user agrees', () => {
    expect(shownGrade(record, [])).toEqual({ quality: 'needs_id', communityId: null, missing: 1, isHeldBack: false });
    expect(shownGrade(record, withChanges([], [put(ROBIN)], anna, taxa))).toMatchObject({
      quality: 'confirmed',
      communityId: 7,
      missing: 0,
      isHeldBack: false,
    });
    expect(shownGrade(record, withChanges([], [put(WREN)], anna, taxa))).toMatchObject({ quality: 'needs_id', communityId: 1, missing: 2 });
  });

  it('does not count withdrawn ones', () => {
    const withdrawn = sent(anna, ROBIN, { is_withdrawn: true });
    expect(shownGrade(record, withChanges([withdrawn], [], anna, taxa)).quality).toBe('needs_id');
  });
});
