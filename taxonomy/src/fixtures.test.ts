import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nameLanguages, type TaxonInput } from './record.ts';
import { buildIndex } from './build-index.ts';
import type { TaxonIndex } from './taxon-index.ts';

const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

function fixtureTaxa(): TaxonInput[] {
  const [head = '', ...lines] = read('taxa.tsv').trim().split('\n');
  const languages = head.split('\t').slice(3);
  return lines.map((line) => {
    const [id = '', sci = '', group = '', ...cells] = line.split('\t');
    const spelled = cells
      .map((cell, at) => [languages[at] ?? '', cell.split('|').filter((name) => name !== '')] as const)
      .filter(([, names]) => names.length > 0);
    return {
      id: Number(id),
      name: sci,
      rank: 'species',
      group,
      family: null,
      parent_id: null,
      accepted_id: null,
      names: { sci, ...Object.fromEntries(spelled.map(([language, names]) => [language, names[0]])) },
      name_synonyms: Object.fromEntries(spelled.map(([language, names]) => [language, names.slice(1)])),
      image_url: null,
      image_attribution: null,
      external_observation_count: 0,
      rarity_class: 1,
    };
  });
}

function fixtureQueries(): { language: string; query: string; expected: string }[] {
  let language = 'en';
  return read('queries.txt')
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

const taxa = fixtureTaxa();
const indexes = new Map<string, TaxonIndex>();
function indexIn(language: string): TaxonIndex {
  const index = indexes.get(language) ?? buildIndex(taxa, { languages: nameLanguages(language) });
  indexes.set(language, index);
  return index;
}

describe('queries a naturalist wrote down', () => {
  it.each(fixtureQueries())('[$language] $query => $expected', ({ language, query, expected }) => {
    const [first] = indexIn(language).search(query);
    expect(first?.scientific_name ?? 'nothing').toBe(expected);
  });
});
