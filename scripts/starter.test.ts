import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareStarter } from './starter-compare.ts';
import { readSamples, type Samples } from './starter-samples.ts';
import { readStarterTables, sharedPreferredNames } from './starter-tables.ts';
import { countsInMarkdown, withCounts } from './starter.ts';

const root = resolve(import.meta.dirname, '..');
const committed = join(root, 'server/starter');

describe('the committed tables', () => {
  const tables = readStarterTables(committed);

  test('have no fault', () => {
    expect(tables.faults).toEqual([]);
  });

  test('hold at least 500 species, 100 of them South African with an English and an Afrikaans name', () => {
    expect(tables.taxa.length).toBeGreaterThanOrEqual(500);
    const named = (language: string) => new Set(tables.names.filter((name) => name.language === language).map((name) => name.taxonId));
    const [english, afrikaans] = [named('en'), named('af')];
    const southAfrican = tables.taxa.filter((taxon) => taxon.countries.has('ZA') && english.has(taxon.id) && afrikaans.has(taxon.id));
    expect(southAfrican.length).toBeGreaterThanOrEqual(100);
  });

  test('are counted truly in docs/starter.md', () => {
    const page = readFileSync(join(root, 'docs/starter.md'), 'utf8');
    expect(withCounts(page, countsInMarkdown(tables))).toBe(page);
    expect(withCounts(page, 'other counts')).not.toBe(page);
  });

  test('call the great tit what people call it', () => {
    const id = tables.taxa.find((taxon) => taxon.scientificName === 'Parus major')?.id;
    const first = (language: string) => tables.names.find((name) => name.taxonId === id && name.language === language)?.name;
    expect(['en', 'nl', 'de', 'fr', 'pl', 'af'].map(first)).toEqual([
      'Great tit',
      'Koolmees',
      'Kohlmeise',
      'Mésange charbonnière',
      'Bogatka',
      undefined,
    ]);
  });

  const samples = process.env['VELD_SAMPLES'] ?? '';
  test.skipIf(!existsSync(join(samples, 'names')))(
    'differ from the lists of others only where that was judged right (needs VELD_SAMPLES)',
    () => {
      const { findings, needless } = compareStarter(tables, readSamples(join(samples, 'names')));
      expect(findings).toEqual([]);
      expect(needless).toEqual([]);
    },
  );
});

describe('a mistake in the tables', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-starter-'));
    cpSync(committed, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The faults after one edit of a committed table. */
  function faultsAfter(file: string, edit: (text: string) => string): string[] {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    const after = edit(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    return readStarterTables(folder).faults;
  }
  const species = (cells: string[]) => (text: string) => `${text}${cells.join('\t')}\n`;
  const newt = ['3999', 'Triturus marmoratus', '(Latreille, 1800)', 'species', 'amphibian', 'Salamandridae', '3', 'FR:3 ES:3'];
  const withCell = (at: number, cell: string) => newt.map((old, place) => (place === at ? cell : old));

  test('is not seen where there is none: a new species with a free id', () => {
    expect(faultsAfter('taxa.tsv', species(newt))).toEqual([]);
  });

  test('an id that is taken', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(0, '1001')))).toEqual(['taxon 1001 (Triturus marmoratus): the id is taken already']);
  });

  test.each(['0', '100000', '12a', ''])('the id "%s"', (id) => {
    expect(faultsAfter('taxa.tsv', species(withCell(0, id))).join()).toContain('the id is not a whole number from 1 to 99999');
  });

  test('a group that does not exist', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(4, 'newt'))).join()).toContain('"newt" is not a group');
  });

  test('a country that was made up, stands there twice or does not say how common', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(7, 'FR:3 XX:1'))).join()).toContain('XX is not one of the countries');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('FR:3 XX:1', 'FR:3 FR:1')).join()).toContain('FR stands there twice');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('FR:3 FR:1', 'FR')).join()).toContain('occurs in no country');
  });

  test('a species that is there already, or has no proper scientific name', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(1, 'Parus major'))).join()).toContain('the species stands there twice');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('3999\tParus major', '3999\tparus')).join()).toContain(
      'is not a genus and a species',
    );
  });

  test('a name that a species has twice in a language, whatever its capitals', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\ten\tCommon Ostrich\n`)).toEqual([
      'name "Common Ostrich" (en) of taxon 1001: stands there twice',
    ]);
  });

  test('a name of no taxon, in no language, or in lower case', () => {
    const faults = faultsAfter('names.tsv', (text) => `${text}99\ten\tNobody\n1001\txx\tUnspoken\n1001\tnl\tloopvogel\n`);
    expect(faults.join()).toContain('there is no such taxon');
    expect(faults.join()).toContain('"xx" is not a language');
    expect(faults.join()).toContain('does not begin with a capital letter');
    expect(faults).toHaveLength(3);
  });

  test.each([' Loopvogel', 'Grote  vogel', 'Grote\u00a0vogel', 'Loopvogel\r'])('stray white space in %j', (name) => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\tnl\t${name}\n`).join()).toContain('has stray white space');
  });

  test('an accent that is a character of its own', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\tes\t${'Avestruz extraña'.normalize('NFD')}\n`).join()).toContain('NFC');
  });

  test('a row with a column too few, and a table that is not there', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\ten\n`).join()).toContain('has 2 columns, not 3');
    rmSync(join(folder, 'names.tsv'));
    expect(readStarterTables(folder).faults).toContain('names.tsv is not there');
  });

  test('a judgement about a name that the tables do not have', () => {
    expect(faultsAfter('differences.tsv', (text) => `${text}1001\ten\tBig bird\tbecause\n`)).toEqual([
      'differences.tsv judges 1001 en Big bird, which the tables do not have',
    ]);
  });
});

describe('the comparison with lists of others', () => {
  const robin = {
    id: 1,
    scientificName: 'Erithacus rubecula',
    authority: '(Linnaeus, 1758)',
    rank: 'species',
    group: 'bird',
    family: 'Muscicapidae',
    rarityClass: 1,
    countries: new Map([['NL', 1]]),
  };
  const named = (language: string, name: string) => ({ taxonId: 1, language, name });
  const tables = (...names: ReturnType<typeof named>[]) => ({ taxa: [robin], names, differences: [], faults: [] });
  const samples = (names: Record<string, string[]>, countries: string[] = ['NL']): Samples => ({
    species: new Set(['Erithacus rubecula']),
    names: new Map(
      Object.entries(names).map(([language, all]) => [
        `Erithacus rubecula\t${language}`,
        new Map(all.map((name) => [name, new Set(['list'])])),
      ]),
    ),
    countries: new Map([['Erithacus rubecula', new Map([['mdd', new Set(countries)]])]]),
  });

  test('reports a name that no list has, and not one that differs in case, hyphens or length', () => {
    const ours = tables(named('en', 'Robin'), named('nl', 'Roodborst'), named('de', 'Rot-kehlchen'), named('fr', 'Moineau'));
    const theirs = samples({ en: ['European Robin'], nl: ['roodborst'], de: ['Rotkehlchen'], fr: ['Rougegorge familier'] });
    const { findings, counts } = compareStarter(ours, theirs);
    expect(findings.map(({ language, name }) => `${language} ${name}`)).toEqual(['fr Moineau']);
    expect(counts).toEqual({ names: 4, confirmed: 2, shorterOrLonger: 1, nothingToCompare: 0 });
  });

  test('is silent about what was judged, until the judgement has no difference any more', () => {
    const difference = { ...named('fr', 'Moineau'), reason: 'a test' };
    const ours = { ...tables(named('fr', 'Moineau')), differences: [difference] };
    expect(compareStarter(ours, samples({ fr: ['Rougegorge familier'] }))).toMatchObject({ findings: [], needless: [] });
    expect(compareStarter(ours, samples({ fr: ['Moineau'] })).needless).toEqual(['1 fr Moineau']);
  });

  test('reports a country too many, a country too few and a species unknown to all', () => {
    const about = (theirs: Samples) => compareStarter(tables(), theirs).findings.map((finding) => finding.about);
    expect(about(samples({}))).toEqual([]);
    expect(about(samples({}, []))).toEqual(['Erithacus rubecula: mdd does not have it in NL']);
    expect(about(samples({}, ['NL', 'BE']))).toEqual(['Erithacus rubecula: mdd has it in BE, we do not']);
    expect(about({ ...samples({}), species: new Set() })).toEqual(['no list has this species']);
  });

  test('lists where the lists do not agree among themselves', () => {
    const theirs = samples({ nl: ['Roodborst'] });
    expect(compareStarter(tables(named('nl', 'Roodborst')), theirs).disagreements).toEqual([]);
    theirs.names.get('Erithacus rubecula\tnl')?.set('Roodborstje', new Set(['another list']));
    expect(compareStarter(tables(named('nl', 'Roodborst')), theirs).disagreements).toEqual([
      'Erithacus rubecula nl: ours Roodborst; Roodborst (list); Roodborstje (another list)',
    ]);
  });

  test('two species with one preferred name are listed', () => {
    const wren = { ...robin, id: 2, scientificName: 'Troglodytes troglodytes' };
    const both = { ...tables(named('en', 'Jenny'), { ...named('en', 'Jenny'), taxonId: 2 }), taxa: [robin, wren] };
    expect(sharedPreferredNames(both)).toEqual(['en: Jenny is the first name of Erithacus rubecula and Troglodytes troglodytes']);
    expect(sharedPreferredNames({ ...both, names: [named('en', 'Robin'), ...both.names] })).toEqual([]);
  });
});
