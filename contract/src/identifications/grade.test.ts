import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lineage } from './community-taxon.ts';
import { casualReasons, type GradedOpinion, type GradeFacts, gradeRecord, missingAgreements } from './grade.ts';

const GENUS: Lineage = [{ id: 1, rank: 'genus' }];
const ROBIN: Lineage = [...GENUS, { id: 11, rank: 'species' }];
const OTHER: Lineage = [...GENUS, { id: 12, rank: 'species' }];
const COMPLEX: Lineage = [...GENUS, { id: 13, rank: 'complex' }];

const says = (user_id: string, lineage: Lineage, more: Partial<GradedOpinion> = {}): GradedOpinion => ({
  user_id,
  lineage,
  disagrees: false,
  is_expert: false,
  ...more,
});
const expert = (lineage: Lineage, more: Partial<GradedOpinion> = {}) => says('dora', lineage, { is_expert: true, ...more });
const facts = (own: Lineage | null, opinions: GradedOpinion[] = [], isCasual = false): GradeFacts => ({
  isCasual,
  observerId: 'anna',
  own,
  opinions,
});
const unusual = (own: Lineage | null, opinions: GradedOpinion[]): GradeFacts => ({ ...facts(own, opinions), isUnusual: true });

describe('the grade of a record', () => {
  it.each<[string, GradeFacts, string]>([
    ['nobody but the observer', facts(ROBIN), 'needs_id'],
    ['one who agrees', facts(ROBIN, [says('bram', ROBIN)]), 'confirmed'],
    ['one who agrees with a genus', facts(GENUS, [says('bram', GENUS)]), 'needs_id'],
    ['one who agrees with a complex of species', facts(COMPLEX, [says('bram', COMPLEX)]), 'needs_id'],
    ['one who differs', facts(ROBIN, [says('bram', OTHER)]), 'needs_id'],
    ['two who agree without a name of the observer', facts(null, [says('bram', ROBIN), says('chen', ROBIN)]), 'confirmed'],
    ['two who name the species of a genus', facts(GENUS, [says('bram', ROBIN), says('chen', ROBIN)]), 'confirmed'],
    [
      'a community that the observer contradicts',
      facts(
        OTHER,
        ['bram', 'chen', 'emil'].map((user) => says(user, ROBIN)),
      ),
      'needs_id',
    ],
    ['an expert who agrees', facts(ROBIN, [expert(ROBIN)]), 'confirmed'],
    ['an expert who agrees that it is only a genus', facts(GENUS, [expert(GENUS)]), 'confirmed'],
    ['an expert who names the genus of a species', facts(ROBIN, [expert(GENUS)]), 'needs_id'],
    ['an expert who differs', facts(ROBIN, [expert(OTHER)]), 'needs_id'],
    ['an expert where there is no name', facts(null, [expert(ROBIN)]), 'confirmed'],
    ['an expert who names a genus where there is no name', facts(null, [expert(GENUS)]), 'needs_id'],
    ['experts who contradict each other', facts(ROBIN, [expert(ROBIN), expert(OTHER, { user_id: 'emil' })]), 'needs_id'],
    ['an expert who disagrees from above', facts(ROBIN, [expert(ROBIN), expert(GENUS, { user_id: 'emil', disagrees: true })]), 'needs_id'],
    ['a new account that agrees on what is usual', facts(ROBIN, [says('bram', ROBIN, { is_new: true })]), 'confirmed'],
    ['a new account that agrees on what is unusual', unusual(ROBIN, [says('bram', ROBIN, { is_new: true })]), 'needs_id'],
    ['new accounts only', unusual(null, [says('bram', ROBIN, { is_new: true }), says('chen', ROBIN, { is_new: true })]), 'needs_id'],
    ['one that is known among new ones', unusual(ROBIN, [says('bram', ROBIN, { is_new: true }), says('chen', ROBIN)]), 'confirmed'],
    ['a new account that is an expert', unusual(ROBIN, [expert(ROBIN, { is_new: true })]), 'confirmed'],
    ['a new account that differs', unusual(ROBIN, [says('bram', OTHER, { is_new: true }), says('chen', ROBIN)]), 'needs_id'],
    ['one who denies from above', facts(ROBIN, [says('bram', ROBIN), says('chen', GENUS, { disagrees: true, denied: [11] })]), 'needs_id'],
    [
      'one who denied another name',
      facts(ROBIN, [says('bram', ROBIN), says('chen', GENUS, { disagrees: true, denied: [12] })]),
      'confirmed',
    ],
    ['one who denied no known name', facts(ROBIN, [says('bram', ROBIN), says('chen', GENUS, { disagrees: true })]), 'needs_id'],
    ['a casual record with an expert', facts(ROBIN, [expert(ROBIN)], true), 'casual'],
  ])('with %s', (_, given, quality) => {
    expect(gradeRecord(given).quality).toBe(quality);
  });

  it('has the community taxon even if the record is casual', () => {
    expect(gradeRecord(facts(ROBIN, [says('bram', ROBIN)], true)).community).toEqual(ROBIN);
  });

  it('does not change when one more person agrees with a confirmed name', () => {
    const anyone = fc.array(
      fc.record({ lineage: fc.constantFrom(GENUS, ROBIN, OTHER, COMPLEX), disagrees: fc.boolean(), is_expert: fc.boolean() }),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(null, ROBIN, GENUS), anyone, (own, given) => {
        const opinions = given.map((one, at) => ({ ...one, user_id: `${at} of them` }));
        const before = gradeRecord(facts(own, opinions));
        const name = own === ROBIN ? ROBIN : before.community;
        if (before.quality !== 'confirmed' || !name) return;
        expect(gradeRecord(facts(own, [...opinions, says('one more', name)])).quality).toBe('confirmed');
      }),
    );
  });
});

describe('the agreements that are missing', () => {
  it.each<[string, GradeFacts, number | null]>([
    ['a new record', facts(ROBIN), 1],
    ['a record without a name', facts(null), null],
    ['a suggestion where there is no name', facts(null, [says('bram', ROBIN)]), 1],
    ['a confirmed record', facts(ROBIN, [says('bram', ROBIN)]), 0],
    ['a disputed record', facts(ROBIN, [says('bram', OTHER)]), 2],
    ['a genus', facts(GENUS), null],
    ['a casual record', facts(ROBIN, [], true), null],
  ])('of %s', (_, given, missing) => {
    expect(missingAgreements(given)).toBe(missing);
  });
});

describe('the reasons why a record is casual', () => {
  const complete = { observed_on: '2026-05-17', latitude: 52, longitude: 5, count: 2, media: [{}], attributes: {} };
  it.each([
    [{}, []],
    [{ observed_on: null }, ['no_date']],
    [{ latitude: null, longitude: null }, ['no_place']],
    [{ latitude: 0, longitude: 5 }, []],
    [{ media: [] }, ['no_evidence']],
    [{ attributes: { wildness: 'planted' } }, ['captive']],
    [{ attributes: { wildness: 'escaped' } }, []],
    [{ count: 0 }, ['absence']],
    [{ observed_on: undefined, media: [], count: 0, count_max: 3 }, ['no_date', 'no_evidence']],
  ])('of %j', (change, reasons) => {
    expect(casualReasons({ ...complete, ...change })).toEqual(reasons);
  });
});
