import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Checks fixtures/typed.tsv, the labelled set of `npm run bench -- relevance`. */

const LANGUAGES = ['en', 'nl', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'];
const KINDS = [
  'whole',
  'prefix',
  'order',
  'joined',
  'accents',
  'capitals',
  'author',
  'qualifier',
  'extra',
  'plural',
  'typo',
  'typos',
  'sound',
  'initials',
  'word',
  'head',
  'exact',
  'digits',
  'foreign',
  'code',
];
const LEAST_ROWS = 800;
const LEAST_OF_LANGUAGE = 80;
const LEAST_OF_KIND = 15;
const LEAST_OF_GROUP = 5;

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const lines = (name: string) => read(name).replace(/\n$/, '').split('\n');
const [header, ...typed] = lines('fixtures/typed.tsv');
const rows = typed.map((line) => line.split('\t'));
const starter = lines('../server/starter/taxa.tsv')
  .slice(1)
  .map((line) => line.split('\t'));

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('the labelled texts', () => {
  it('are rows of language, text, taxon, kind and note, without stray spaces', () => {
    expect(header).toBe('language\ttext\ttaxon\tkind\tnote');
    expect(
      rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell !== cell.trim() || cell !== cell.normalize('NFC'))),
    ).toEqual([]);
    expect(
      rows.filter(
        ([language = '', text = '', taxon, kind = '']) => !LANGUAGES.includes(language) || !text || !taxon || !KINDS.includes(kind),
      ),
    ).toEqual([]);
  });

  it('mean taxa of the starter, each by a scientific name that only one of them has', () => {
    const known = countOf(starter.map(([, name = '']) => name));
    const meant = rows.flatMap(([language, text, taxa = '']) => taxa.split('|').map((taxon) => ({ language, text, taxon })));
    expect(meant.filter(({ taxon }) => known.get(taxon) !== 1)).toEqual([]);
  });

  it('occur once per language', () => {
    expect([...countOf(rows.map(([language, text]) => `${language} ${text}`))].filter(([, count]) => count > 1)).toEqual([]);
  });

  it('are enough, of every language, kind and group', () => {
    expect(rows.length).toBeGreaterThanOrEqual(LEAST_ROWS);
    const languages = countOf(rows.map(([language = '']) => language));
    expect(LANGUAGES.filter((language) => (languages.get(language) ?? 0) < LEAST_OF_LANGUAGE)).toEqual([]);
    const kinds = countOf(rows.map(([, , , kind = '']) => kind));
    expect(KINDS.filter((kind) => (kinds.get(kind) ?? 0) < LEAST_OF_KIND)).toEqual([]);
    const groupOf = new Map(starter.map(([, name = '', , , group = '']) => [name, group]));
    const groups = countOf(rows.map(([, , taxa = '']) => groupOf.get(taxa.split('|')[0] ?? '') ?? ''));
    expect(
      ['bird', 'mammal', 'amphibian', 'reptile', 'fish', 'butterfly', 'insect', 'plant', 'tree', 'fungus'].filter(
        (group) => (groups.get(group) ?? 0) < LEAST_OF_GROUP,
      ),
    ).toEqual([]);
  });
});
