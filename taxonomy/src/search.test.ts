import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords } from './fold.ts';
import { nameLanguages, type TaxonInput } from './record.ts';
import { searchPlainly } from './reference.testing.ts';
import { buildIndex } from './taxon-index.ts';

const languages = nameLanguages('nl');

/** Few letters, so that names and texts meet often. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'c'), minLength: 1, maxLength: 5 });
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const taxa = fc
  .array(fc.record({ nl: fc.option(name), en: fc.option(name), sci: name, also: fc.array(name, { maxLength: 2 }) }), { maxLength: 12 })
  .map((list) =>
    list.map(({ nl, en, sci, also }, at): TaxonInput => ({
      id: 100 + at,
      name: sci,
      rank: 'species',
      group: 'bird',
      family: null,
      parent_id: null,
      accepted_id: null,
      names: { sci, ...(nl === null ? {} : { nl }), ...(en === null ? {} : { en }) },
      name_synonyms: { nl: also },
      image_url: null,
      image_attribution: null,
      external_observation_count: 0,
      rarity_class: 1,
    })),
  );
const text = fc.oneof(name, word, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 6, maxLength: 9 }));

describe('search, against the plain reference', () => {
  it('finds the same taxa in the same order for the same reason', () => {
    fc.assert(
      fc.property(taxa, text, (rows, query) => {
        const found = buildIndex(rows, { languages }).search(query, { forgive: false });
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(searchPlainly(rows, query, languages));
      }),
      { numRuns: 1500 },
    );
  });

  it('with a limit finds the first of them', () => {
    fc.assert(
      fc.property(taxa, text, fc.integer({ min: 0, max: 6 }), (rows, query, limit) => {
        const found = buildIndex(rows, { languages }).search(query, { limit, forgive: false });
        expect(found.map(({ id }) => id)).toEqual(
          searchPlainly(rows, query, languages)
            .slice(0, limit)
            .map(({ id }) => id),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('finds every part of three letters or more of every name, over spaces too', () => {
    fc.assert(
      fc.property(
        taxa.filter((rows) => rows.length > 0),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 3, max: 15 }),
        (rows, which, from, length) => {
          const row = rows[which % rows.length];
          const letters = foldWords(row?.names['sci'] ?? '').join('');
          fc.pre(letters.length >= 3);
          const start = from % (letters.length - 2);
          const part = letters.slice(start, start + length);
          expect(
            buildIndex(rows, { languages })
              .search(part)
              .map(({ id }) => id),
          ).toContain(row?.id);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never shows an id or a name twice, whatever is typed', () => {
    fc.assert(
      fc.property(taxa, fc.string({ unit: 'grapheme', maxLength: 30 }), (rows, query) => {
        const found = buildIndex(rows, { languages }).search(query);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        expect(new Set(found.map((hit) => hit.name)).size).toBe(found.length);
        expect(foldWords(query).length === 0 && found.length > 0).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('forgives one wrong letter of a word of four letters, and nothing else, where nothing better is found', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('k', 'l', 'm', 'o'), minLength: 4, maxLength: 9 }),
        fc.nat(),
        fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
        (letters, where, slip) => {
          const rows: TaxonInput[] = [{ ...bird(1), names: { nl: `grote ${letters}` } }];
          const at = where % letters.length;
          const typed = spoil(letters, at, slip);
          fc.pre(typed.length >= 4);
          const [hit] = buildIndex(rows, { languages }).search(typed);
          expect(hit?.id).toBe(1);
          expect(buildIndex(rows, { languages }).search(`zz${typed}`)).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function spoil(letters: string, at: number, slip: string): string {
  if (slip === 'wrong') return `${letters.slice(0, at)}x${letters.slice(at + 1)}`;
  if (slip === 'missing') return letters.slice(0, at) + letters.slice(at + 1);
  if (slip === 'extra') return `${letters.slice(0, at)}x${letters.slice(at)}`;
  return letters.slice(0, at) + (letters[at + 1] ?? '') + (letters[at] ?? '') + letters.slice(at + 2);
}

function bird(id: number): TaxonInput {
  return {
    id,
    name: 'Avis',
    rank: 'species',
    group: 'bird',
    family: null,
    parent_id: null,
    accepted_id: null,
    names: {},
    name_synonyms: {},
    image_url: null,
    image_attribution: null,
    external_observation_count: 0,
    rarity_class: 1,
  };
}
