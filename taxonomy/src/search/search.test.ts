import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { buildIndex } from '../build/build-index.ts';
import { fold, foldWords } from '../text/fold.ts';
import { anyText, languages, names, plainTaxon, queries, spelledNames, generateTaxa } from './generated.cases.ts';
import type { TaxonInput } from '../storage/taxon-record.ts';
import type { TaxonHit } from './hit.ts';
import type { TaxonIndex } from './taxon-index.ts';
import { searchTyposPlainly, searchPlainly } from './reference-search.testing.ts';

const taxa = generateTaxa(names);

/** With and without fingerprints, which only large segments have; before and after warm-up. */
const setups = fc.record({ fingerprintsFrom: fc.constantFrom(0, Infinity), isWarm: fc.boolean() });
type Setup = typeof setups extends fc.Arbitrary<infer Value> ? Value : never;

function indexOf(rows: TaxonInput[], { fingerprintsFrom, isWarm }: Setup): TaxonIndex {
  const index = buildIndex(rows, { languages }, undefined, fingerprintsFrom);
  while (isWarm && index.warmUp());
  return index;
}

const KINDS = [
  ['few letters', names, inject('isLong') ? 800 : 300],
  ['the letters of nine languages', spelledNames, inject('isLong') ? 400 : 150],
] as const;

it.each([
  ['a code', 'HUMU'],
  ['a possible code', 'humu'],
  ['initials', 'hm'],
])('finds with %s no name that is foreign, but English and scientific ones', (_, text) => {
  const rows = [
    plainTaxon(1, { names: { sci: 'Avis', de: 'Hurtige Muse' } }),
    plainTaxon(2, { names: { en: 'Humble mussel' } }),
    plainTaxon(3, { names: { sci: 'Humerus muscosus' } }),
    plainTaxon(4, { names: { nl: 'Huis muis' } }),
  ];
  for (const isLarge of [false, true]) {
    const found = indexOf(rows, { fingerprintsFrom: isLarge ? 0 : Infinity, isWarm: true }).search(text);
    expect(found.map(({ id }) => id)).toEqual([4, 2, 3]);
  }
});

describe('search, compared with the reference implementation', () => {
  it.each(KINDS)('finds the same taxa in the same order and classes, in names with %s', (_, name, numRuns) => {
    fc.assert(
      fc.property(generateTaxa(name), queries(name), setups, (rows, query, setup) => {
        const found = indexOf(rows, setup).search(query, { phase: 'certain' });
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(searchPlainly(rows, query, languages));
      }),
      { numRuns },
    );
  });

  it.each(KINDS)('finds the same names with a typo in the same order, in names with %s', (_, name, numRuns) => {
    fc.assert(
      fc.property(
        generateTaxa(name),
        queries(name),
        fc.nat(),
        fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
        setups,
        (rows, text, where, typo, setup) => {
          const letters = fold(text);
          const query = spoil(letters, where % (letters.length || 1), typo);
          const plain = searchPlainly(rows, query, languages);
          const index = indexOf(rows, setup);
          const found = plain.length > 0 ? index.search(query, { phase: 'certain' }) : withTypos(index, query);
          const expected = plain.length > 0 ? plain.map(({ id }) => id) : searchTyposPlainly(rows, query, languages);
          expect(found.map(({ id }) => id)).toEqual(expected);
        },
      ),
      { numRuns },
    );
  });

  it('finds the same when there are too many similar names to check each', () => {
    const words = fc.constantFrom('aab', 'aabc', 'aaba', 'abc', 'abca', 'a', 'ab', 'bca');
    const name = fc.array(words, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(' '));
    const rows = fc
      .array(name, { minLength: 150, maxLength: 300 })
      .map((list) => list.map((nl, at) => plainTaxon(at + 1, { names: { nl } })));
    const text = fc.oneof(
      fc.array(words, { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
      fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
      fc.constantFrom('caa', 'bcab', 'aabab', 'aabaab', 'abcaab', 'aabcabc', 'aabaabaab', 'abcaabaaba'),
    );
    fc.assert(
      fc.property(rows, text, fc.constantFrom(5, 100, 1000), setups, (taxa, query, limit, setup) => {
        const found = indexOf(taxa, setup).search(query, { limit, phase: 'certain' });
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(searchPlainly(taxa, query, languages).slice(0, limit));
      }),
      { numRuns: 60 },
    );
  });

  it('returns the first hits when limited', () => {
    fc.assert(
      fc.property(taxa, queries(names), fc.integer({ min: 0, max: 6 }), setups, (rows, query, limit, setup) => {
        const found = indexOf(rows, setup).search(query, { limit, phase: 'certain' });
        expect(found.map(({ id }) => id)).toEqual(
          searchPlainly(rows, query, languages)
            .slice(0, limit)
            .map(({ id }) => id),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('finds every substring of three or more letters of every name, across spaces', () => {
    fc.assert(
      fc.property(
        generateTaxa(spelledNames).filter((rows) => rows.length > 0),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 3, max: 15 }),
        setups,
        (rows, which, from, length, setup) => {
          const row = rows[which % rows.length];
          const letters = foldWords(row?.names['sci'] ?? '').join('');
          fc.pre(letters.length >= 3);
          const start = from % (letters.length - 2);
          const part = letters.slice(start, start + length);
          expect(
            indexOf(rows, setup)
              .search(part)
              .map(({ id }) => id),
          ).toContain(row?.id);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws and never returns an id or a displayed name twice, for arbitrary texts and names', () => {
    fc.assert(
      fc.property(generateTaxa(fc.oneof(anyText, names)), fc.oneof(anyText, queries(names)), setups, (rows, query, setup) => {
        const index = indexOf(rows, setup);
        const found = index.search(query);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        expect(new Set(found.map((hit) => hit.name)).size).toBe(found.length);
        expect(foldWords(query).length === 0 && found.length > 0).toBe(false);
        index.byName(query);
      }),
      { numRuns: 400 },
    );
  });

  it('handles very long texts and names', () => {
    const long = 'grote kool mees '.repeat(20_000);
    const rows = [plainTaxon(1, { names: { nl: long, sci: 'Parus major' } }), plainTaxon(2, { names: { nl: 'x'.repeat(100_000) } })];
    const index = buildIndex(rows, { languages });
    for (const text of [long, 'a'.repeat(1_000_000), 'é'.repeat(300_000), 'a b '.repeat(50_000), '\ud800'.repeat(99_999)]) {
      expect(index.search(text)).toEqual([]);
    }
    expect(index.search('grote kool m').map(({ id }) => id)).toEqual([1]);
    expect(index.search('par maj').map(({ id }) => id)).toEqual([1]);
    expect(index.search('x'.repeat(150)).map(({ id }) => id)).toEqual([2]);
  });

  it('tolerates one typo in a word of four or more letters if nothing else matches', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('k', 'l', 'm', 'o'), minLength: 4, maxLength: 9 }),
        fc.nat(),
        fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
        (letters, where, typo) => {
          const rows: TaxonInput[] = [plainTaxon(1, { names: { nl: `grote ${letters}` } })];
          const at = where % letters.length;
          const typed = spoil(letters, at, typo);
          fc.pre(typed.length >= 4);
          const [hit] = buildIndex(rows, { languages }).search(typed);
          expect(hit?.id).toBe(1);
          expect(withTypos(buildIndex(rows, { languages }), `zz${typed}`)).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Names with one typo in a whole word, and then in the beginning of one. */
function withTypos(index: TaxonIndex, text: string): TaxonHit[] {
  const whole = index.search(text, { phase: 'typos' });
  return [...whole, ...index.search(text, { phase: 'fuzzy', except: new Set(whole.map(({ id }) => id)) })];
}

function spoil(letters: string, at: number, typo: string): string {
  if (typo === 'wrong') return `${letters.slice(0, at)}x${letters.slice(at + 1)}`;
  if (typo === 'missing') return letters.slice(0, at) + letters.slice(at + 1);
  if (typo === 'extra') return `${letters.slice(0, at)}x${letters.slice(at)}`;
  return letters.slice(0, at) + (letters[at + 1] ?? '') + (letters[at] ?? '') + letters.slice(at + 2);
}
