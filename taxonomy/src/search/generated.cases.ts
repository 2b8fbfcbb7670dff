import fc from 'fast-check';
import { nameLanguages, type TaxonInput } from '../storage/taxon-record.ts';

/** Few letters, so that names and texts often match. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'c'), minLength: 1, maxLength: 5 });
export const names = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

/** Letters of the nine languages and of scientific names, and separators of words. */
const letters = [...'abdeginorstuvłśżźćęąńóäöüßéèêëçñãõáíúìòùœæøåïôîûâàý'];
const between = fc.constantFrom(' ', '-', "'", '’', ' (', ', ', '\u00a0', '. ');
const spelledWord = fc.string({ unit: fc.constantFrom(...letters, 'A', 'É', 'Ł'), minLength: 1, maxLength: 7 });
export const spelledNames = fc
  .array(fc.tuple(spelledWord, between), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([letter, space], at) => (at === parts.length - 1 ? letter : letter + space)).join(''));

/** Arbitrary text: every script, lone surrogates, control characters. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
);

export function plainTaxon(id: number, more: Partial<TaxonInput>): TaxonInput {
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
    ...more,
  };
}

/** Main language Dutch, foreign names in German and Polish. */
export const languages = nameLanguages('nl', [], ['nl', 'en', 'de', 'pl']);

/** Random taxa. With `many`, each has so many names that a few taxa fill a list. */
export function generateTaxa(name: fc.Arbitrary<string>, many = false): fc.Arbitrary<TaxonInput[]> {
  const also = fc.array(name, many ? { minLength: 15, maxLength: 40 } : { maxLength: 2 });
  return fc
    .array(fc.record({ nl: fc.option(name), en: fc.option(name), de: fc.option(name), pl: fc.option(name), sci: name, also }), {
      minLength: many ? 4 : 0,
      maxLength: 12,
    })
    .map((list) =>
      list.map(({ nl, en, de, pl, sci, also }, at) =>
        plainTaxon(100 + at, {
          name: sci,
          names: Object.fromEntries(
            Object.entries({ sci, nl, en, de, pl }).flatMap(([language, some]) => (some === null ? [] : [[language, some]])),
          ),
          name_synonyms: at % 2 === 0 ? { nl: also } : { de: also },
        }),
      ),
    );
}

/** Search texts: whole names, substrings, joined names, combinations of substrings, and unrelated letters. */
export function queries(name: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const cut = fc
    .tuple(name, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 12 }))
    .map(([text, from, size]) => text.slice(from % (text.length || 1)).slice(0, size));
  return fc.oneof(
    name,
    cut,
    fc.array(cut, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' ')),
    fc.array(cut, { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
    name.map((text) => text.replaceAll(' ', '')),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 }),
  );
}
