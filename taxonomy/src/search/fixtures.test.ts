import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../build/build-index.ts';
import { plainTaxon } from './generated.cases.ts';
import { nameLanguages, type TaxonInput } from '../storage/taxon-record.ts';
import type { TaxonIndex } from './taxon-index.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const table = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** The taxa of taxa.tsv, in file order: the commonest first. */
function fewTaxa(): TaxonInput[] {
  const [head = ''] = read('fixtures/taxa.tsv').split('\n');
  const languages = head.split('\t').slice(3);
  return table('fixtures/taxa.tsv').map(([id = '', sci = '', group = '', ...cells]) => {
    const spelled = cells
      .map((cell, at) => [languages[at] ?? '', cell.split('|').filter((name) => name !== '')] as const)
      .filter(([, names]) => names.length > 0);
    return plainTaxon(Number(id), {
      name: sci,
      group,
      names: { sci, ...Object.fromEntries(spelled.map(([language, names]) => [language, names[0]])) },
      name_synonyms: Object.fromEntries(spelled.map(([language, names]) => [language, names.slice(1)])),
    });
  });
}

const ABOVE_SPECIES = 6;

/** The starter taxonomy, by rarity and then by id. Taxa above species, which have no rarity of their own, come last. */
function starterTaxa(): TaxonInput[] {
  const names = new Map<string, string[][]>();
  for (const [id = '', language = '', name = ''] of table('../server/starter/names.tsv')) {
    names.set(id, [...(names.get(id) ?? []), [language, name]]);
  }
  return table('../server/starter/taxa.tsv')
    .map(([id = '', sci = '', , rank = '', group = '', family = '', rarity = '', , parent = '']) => {
      const preferred: Record<string, string> = { sci };
      const synonyms: Record<string, string[]> = {};
      for (const [language = '', name = ''] of names.get(id) ?? []) {
        if (preferred[language] === undefined) preferred[language] = name;
        else synonyms[language] = [...(synonyms[language] ?? []), name];
      }
      return plainTaxon(Number(id), {
        name: sci,
        rank,
        group,
        family,
        parent_id: Number(parent) || null,
        rarity_class: Number(rarity) || ABOVE_SPECIES,
        names: preferred,
        name_synonyms: synonyms,
      });
    })
    .toSorted((a, b) => a.rarity_class - b.rarity_class || a.id - b.id);
}

function queriesOf(file: string): { language: string; query: string; expected: string }[] {
  let language = 'en';
  return read(file)
    .split('\n')
    .flatMap((line) => {
      const text = line.trim();
      if (text === '' || text.startsWith('#')) return [];
      const section = /^\[(\w+)\]$/.exec(text)?.[1];
      if (section !== undefined) {
        language = section;
        return [];
      }
      const [query = '', expected] = text.split(' => ');
      if (expected === undefined) throw new Error(`No " => " in: ${text}`);
      return [{ language, query, expected }];
    });
}

const FIXTURES = [
  ['fixtures/queries.txt', fewTaxa()],
  ['fixtures/starter-queries.txt', starterTaxa()],
] as const;

describe.each(FIXTURES)('queries of %s', (file, taxa) => {
  const indexes = new Map<string, TaxonIndex>();
  const indexIn = (language: string) => {
    const index = indexes.get(language) ?? buildIndex(taxa, { languages: nameLanguages(language) });
    indexes.set(language, index);
    return index;
  };

  it.each(queriesOf(file))('[$language] $query => $expected', ({ language, query, expected }) => {
    const [first] = indexIn(language).search(query);
    expect(first?.scientific_name ?? 'nothing').toBe(expected);
  });
});
