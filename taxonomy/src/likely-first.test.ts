import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex } from './build/build-index.ts';
import { languages, plainTaxon } from './search/generated.cases.ts';
import { searchCopies } from './search/search-copies.ts';

const gulls = Array.from({ length: 40 }, (_, at) =>
  plainTaxon(at + 1, { names: { nl: `Meeuw${'abcdefghij'[at % 10]} ${'abcd'[Math.floor(at / 10)]}` } }),
);
const copy = buildIndex(gulls, { languages });
const likely = (...ids: number[]) => new Map(ids.map((id, place) => [id, place]));
const ids = (text: string, limit: number, likelyTaxa: ReadonlyMap<number, number> | null, copies = [copy]) =>
  searchCopies(copies, text, { limit }, likelyTaxa).map(({ id }) => id);

describe('likely taxa among hits', () => {
  it('come before those that match equally well, the likeliest first, and the others keep their order', () => {
    expect(ids('meeuw', 5, null)).toEqual([1, 2, 3, 4, 5]);
    expect(ids('meeuw', 5, likely(9, 7))).toEqual([9, 7, 1, 2, 3]);
    expect(ids('meeuw', 1, likely(9, 7))).toEqual([9]);
    expect(ids('meeuw', 5, likely(99))).toEqual([1, 2, 3, 4, 5]);
    expect(ids('meeuw', 0, likely(9))).toEqual([]);
  });

  it('come in no better class, nor by a foreign name before a displayed one', () => {
    const rows = [
      plainTaxon(1, { names: { nl: 'Vos' } }),
      plainTaxon(2, { names: { nl: 'Vossen' } }),
      plainTaxon(3, { names: { nl: 'Rode vos' } }),
      plainTaxon(4, { names: { nl: 'Grijze vos' } }),
    ];
    expect(ids('vos', 5, likely(2, 4), [buildIndex(rows, { languages })])).toEqual([1, 4, 3, 2]);
  });

  it('change only the order, and only among ties, in one copy and in two', () => {
    const taxa = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
    const two = [buildIndex(gulls.slice(0, 15), { languages }), copy];
    fc.assert(
      fc.property(taxa, fc.constantFrom('meeuw', 'meeuwa', 'a', 'mee b'), fc.constantFrom([copy], two), (some, text, copies) => {
        const plain = searchCopies(copies, text, { limit: 100 });
        const ordered = searchCopies(copies, text, { limit: 100 }, likely(...some));
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(plain.map(({ id }) => id).toSorted());
        expect(ordered.map(({ match }) => match)).toEqual(plain.map(({ match }) => match));
        expect(searchCopies(copies, text, { limit: 100 }, likely(...some))).toEqual(ordered);
      }),
    );
  });
});
