import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse as parseTable } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseName } from './parse.ts';

const samples = join(process.env.VELD_SAMPLES ?? '', 'names');
const hasSamples = Boolean(process.env.VELD_SAMPLES) && existsSync(samples);

interface Case {
  section: string;
  text: string;
  expected: { name: string; authority: string | null; rank: string | null };
  rank: string | null;
}

function readCases(): Case[] {
  const cases: Case[] = [];
  let section = '';
  for (const line of readFileSync(join(import.meta.dirname, 'names.cases.tsv'), 'utf8').split('\n')) {
    if (line.startsWith('# ')) section = line.slice(2);
    if (line === '' || line.startsWith('# ')) continue;
    const [text, name, authority, rank, column] = line.split('\t');
    const characters = text!.replace(/\\u([0-9a-f]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    cases.push({
      section,
      text: characters,
      expected: { name: name ?? '', authority: authority || null, rank: rank || null },
      rank: column || null,
    });
  }
  return cases;
}

const cases = readCases();
const sections = [...new Set(cases.map(({ section }) => section))];
const WORDS = cases.flatMap(({ text }) => text.split(' '));
const short = ({ name, authority, rank }: Case['expected']) => ({ name, authority, rank });

describe('a scientific name', () => {
  it('has examples of every rule', () => {
    expect(cases.length).toBeGreaterThanOrEqual(250);
    expect(new Set(cases.map(({ text, rank }) => `${text} ${rank}`)).size).toBe(cases.length);
  });

  describe.each(sections)('%s', (section) => {
    it.each(cases.filter((one) => one.section === section))('$text is $expected.name ($rank)', ({ text, expected, rank }) => {
      expect(short(parseName(text, { rank }))).toEqual(expected);
    });
  });

  it('is read without the authority of a separate column, which the name can repeat in any spelling', () => {
    const read = (text: string, authority: string) => short(parseName(text, { authority }));
    expect(read('Drosera rotundifolia', 'L.')).toEqual({ name: 'Drosera rotundifolia', authority: 'L.', rank: 'species' });
    expect(read('Drosera rotundifolia L.', 'L.')).toEqual({ name: 'Drosera rotundifolia', authority: 'L.', rank: 'species' });
    expect(read('Drosera rotundifolia L.', 'Linnaeus')).toEqual({ name: 'Drosera rotundifolia', authority: 'Linnaeus', rank: 'species' });
    expect(read('Carex flacca Schreb. subsp. erythrostachys (Hoppe) Holub', '(Hoppe) Holub')).toEqual({
      name: 'Carex flacca subsp. erythrostachys',
      authority: '(Hoppe) Holub',
      rank: 'subspecies',
    });
    // An author whose name looks like an epithet is known only from the column.
    expect(read('Aus bus desmarest, 1800', 'desmarest, 1800')).toEqual({ name: 'Aus bus', authority: 'desmarest, 1800', rank: 'species' });
  });

  it('keeps the capital letter of its epithet if it is an old synonym', () => {
    const old = (text: string) => short(parseName(text, { mayBeOldName: true }));
    expect(old('Delphinus Blainvillei')).toEqual({ name: 'Delphinus Blainvillei', authority: null, rank: 'species' });
    expect(old('Delphinus albus Gray')).toEqual({ name: 'Delphinus albus', authority: 'Gray', rank: 'species' });
  });

  it('stays unchanged if it is that of a virus', () => {
    const text = 'Cowpox (Brighton Red) L. subsp. alba';
    expect(parseName(text, { isVirus: true })).toMatchObject({ name: text, authority: null, rank: 'unranked' });
    expect(parseName(text).name).not.toBe(text);
  });

  it('whose name is read once more is the same', () => {
    for (const { text, rank } of cases) {
      const { name } = parseName(text, { rank });
      expect(parseName(name, { rank }).name, text).toBe(name);
    }
    const words = fc.constantFrom(...WORDS.filter((word) => !/null/i.test(word)));
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), (text) => {
        const { name } = parseName(text.join(' '));
        expect(parseName(name).name).toBe(name);
      }),
      // Words in an order that no name has are not always read alike, so that the runs are the same each time.
      { numRuns: 3000, seed: 1 },
    );
  });

  const texts = fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('is read from any text, without an error', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { name, authority } = parseName(text);
        expect(`${name}${authority ?? ''}`).not.toMatch(/^\s|\s$/);
      }),
      { numRuns: 3000 },
    );
  });

  it('has no letters that the text does not have, apart from markers in their usual spelling', () => {
    const marks = /(^|\s)(Candidatus|[\p{Ll}]+\.|subsp\.|f\. sp\.|×|')(?=\s|$)/gu;
    const letters = (text: string) =>
      text
        .normalize('NFKD')
        .replace(/[^\p{L}]/gu, '')
        .toLowerCase()
        .replace(/æ/g, 'ae')
        .replace(/œ/g, 'oe');
    fc.assert(
      fc.property(texts, (text) => {
        const rest = letters(text);
        let from = 0;
        for (const letter of letters(parseName(text).name.replace(marks, ' ').replace(marks, ' '))) {
          from = rest.indexOf(letter, from) + 1;
          expect(from, `${letter} is not in ${text}`).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('is never longer than its text, apart from the space of a hybrid sign and markers in their usual spelling', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const growth =
          1 + text.split(/[\s×]|(?=\.)/).length * 2 + (text.match(/[æÆœŒﬁﬂﬀﬃﬄﬆ]/g)?.length ?? 0) * 2 + (/Cand?\./.test(text) ? 8 : 0);
        expect(parseName(text).name.length).toBeLessThanOrEqual(text.normalize('NFC').length + growth);
      }),
      { numRuns: 3000 },
    );
  });
});

describe.runIf(hasSamples)('published scientific names', () => {
  const read = (name: string) => gunzipSync(readFileSync(join(samples, name))).toString();

  it('are separated from their authors for 33,000 birds', () => {
    const rows = read('avilist-2025.tsv.gz').trim().split('\n').slice(1);
    const wrong = rows
      .map((row) => row.split('\t'))
      .map(([, , , , , name, authority]) => ({ name: name!.trim(), authority: authority!.trim().replace(/\s+/g, ' ') }))
      .filter(({ name, authority }) => {
        const found = parseName(`${name} ${authority}`);
        return found.name !== name || (found.authority ?? '') !== authority;
      });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(33_000);
  });

  it('stay unchanged for 58,000 trees', () => {
    const names = Object.values(JSON.parse(read('tree-species-scientific.json.gz')) as Record<string, string>);
    expect(names.filter((name) => parseName(name).name !== name)).toEqual([]);
    expect(names.length).toBeGreaterThan(58_000);
  });

  it('are separated from their authors for 6,400 mammals', () => {
    const rows = parseTable<Record<string, string>>(read('mdd-2020-12.csv.gz'), { columns: true });
    const wrong = rows.filter((row) => {
      const author = `${row.authoritySpeciesAuthor}, ${row.authoritySpeciesYear}`.normalize('NFC').replace(/’/g, "'");
      const found = parseName(`${row.sciName} ${row.authorityParentheses === '1' ? `(${author})` : author}`);
      return (
        found.name !== row.sciName!.replace(/_/g, ' ') ||
        found.authority!.replace(/[()]/g, '') !== author.replace(/\s+/g, ' ').replace(/[()]/g, '')
      );
    });
    expect(wrong.map((row) => row.sciName)).toEqual([]);
    expect(rows.length).toBeGreaterThan(6_400);
  });
});
