import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areOnOtherBranches, communityTaxon, isWithin, type Lineage, type Opinion } from './community-taxon.ts';

const RANKS = ['class', 'order', 'family', 'genus', 'species', 'subspecies'];

/** A taxon of a tree in which each taxon has three children: its digits are the way from the root. */
const lineage = (digits: readonly number[]): Lineage =>
  digits.map((_, depth) => ({ id: Number(`1${digits.slice(0, depth + 1).join('')}`), rank: RANKS[depth]! }));

const anyLineage = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 6 }).map(lineage);
const opinionsOf = (maxLength: number) =>
  fc
    .array(fc.record({ lineage: anyLineage, disagrees: fc.boolean() }), { maxLength })
    .map((given): Opinion[] => given.map((one, at) => ({ user_id: `user ${at}`, ...one })));
const opinions = opinionsOf(9);

const says = (user: string, digits: string, disagrees = false): Opinion => ({
  user_id: user,
  lineage: lineage([...digits].map(Number)),
  disagrees,
});
const idOf = (found: Lineage | null) => found?.at(-1)?.id ?? null;

describe('the community taxon', () => {
  it.each([
    ['nobody', [], null],
    ['one person alone', [says('anna', '00000')], null],
    ['two people who agree', [says('anna', '00000'), says('bram', '00000')], 100000],
    ['two species of a genus', [says('anna', '00000'), says('bram', '00001')], 10000],
    ['two against one', [says('anna', '00000'), says('bram', '00000'), says('chen', '00001')], 10000],
    ['three against one', [says('anna', '00000'), says('bram', '00000'), says('chen', '00000'), says('dora', '00001')], 100000],
    ['a coarser name that takes no side', [says('anna', '00000'), says('bram', '00000'), says('chen', '00')], 100000],
    ['a coarser name that disagrees', [says('anna', '00000'), says('bram', '00000'), says('chen', '00', true)], 100],
    ['a finer name of one person', [says('anna', '0000'), says('bram', '00000')], 10000],
    ['nothing in common', [says('anna', '0'), says('bram', '1')], null],
    ['one person twice', [says('anna', '00000'), says('anna', '00000')], null],
  ] as const)('of %s', (_, given, expected) => {
    expect(idOf(communityTaxon([...given]))).toBe(expected);
  });

  it('does not depend on the order', () => {
    const shuffled = opinions.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(idOf(communityTaxon(other))).toBe(idOf(communityTaxon(given)));
      }),
    );
  });

  it('needs two people and more than two thirds of all, and none of them with a coarser name', () => {
    fc.assert(
      fc.property(opinions, (given) => {
        const found = communityTaxon(given);
        if (!found) return;
        const supporting = given.filter((one) => isWithin(one.lineage, idOf(found)!));
        const opposed = given.filter((one) => areOnOtherBranches(one.lineage, found));
        expect(supporting.length).toBeGreaterThanOrEqual(2);
        expect(supporting.length).toBeGreaterThan(2 * opposed.length);
        for (const { lineage: supported } of supporting) expect(supported.length).toBeGreaterThanOrEqual(found.length);
      }),
    );
  });

  it('is the finest such taxon, and the only one of its depth', () => {
    fc.assert(
      fc.property(opinions, (given) => {
        const found = communityTaxon(given);
        for (const { lineage: named } of given)
          for (let depth = (found?.length ?? 0) + 1; depth <= named.length; depth++) {
            const finer = named.slice(0, depth);
            const agreeing = given.filter((one) => isWithin(one.lineage, finer.at(-1)!.id)).length;
            const opposed = given.filter(
              (one) => !isWithin(one.lineage, finer.at(-1)!.id) && (one.disagrees || areOnOtherBranches(one.lineage, finer)),
            ).length;
            expect(agreeing >= 2 && 3 * agreeing > 2 * (agreeing + opposed)).toBe(false);
          }
      }),
    );
  });

  it('stays, or becomes finer, when one more person agrees with it', () => {
    fc.assert(
      fc.property(opinions, anyLineage, (given, named) => {
        const before = communityTaxon(given);
        if (!before) return;
        const finer = [...before, ...named.slice(before.length).map((taxon) => ({ ...taxon, id: taxon.id + 7_000_000 }))];
        const after = communityTaxon([...given, { user_id: 'one more', lineage: finer, disagrees: false }]);
        expect(isWithin(after ?? [], idOf(before)!)).toBe(true);
      }),
    );
  });

  it('never depends on one person alone, however often that person is in the list', () => {
    fc.assert(
      fc.property(opinions, (given) => {
        expect(communityTaxon(given.map((one) => ({ ...one, user_id: 'anna' })))).toBeNull();
      }),
    );
  });

  it('becomes finer or stays when somebody who disagreed withdraws', () => {
    fc.assert(
      fc.property(opinions, fc.nat(), (given, at) => {
        const found = communityTaxon(given);
        const leaving = given[at % Math.max(1, given.length)];
        if (!found || !leaving || isWithin(leaving.lineage, idOf(found)!)) return;
        expect(isWithin(communityTaxon(given.filter((one) => one !== leaving)) ?? [], idOf(found)!)).toBe(true);
      }),
    );
  });
});
