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

  test('have no faults', () => {
    expect(tables.faults).toEqual([]);
  });

  test('hold at least 500 species, 100 of them South African with an English and an Afrikaans name', () => {
    expect(tables.taxa.filter(({ rank }) => rank === 'species').length).toBeGreaterThanOrEqual(500);
    const named = (language: string) => new Set(tables.names.filter((name) => name.language === language).map((name) => name.taxonId));
    const [english, afrikaans] = [named('en'), named('af')];
    const southAfrican = tables.taxa.filter((taxon) => taxon.countries.has('ZA') && english.has(taxon.id) && afrikaans.has(taxon.id));
    expect(southAfrican.length).toBeGreaterThanOrEqual(100);
  });

  test('lead from every species to its genus, family and class, under the names that people use', () => {
    const byId = new Map(tables.taxa.map((taxon) => [taxon.id, taxon]));
    const ranksOf = (id: number | null): string[] => {
      const taxon = byId.get(id ?? 0);
      return taxon ? [taxon.rank, ...ranksOf(taxon.parentId)] : [];
    };
    const without = tables.taxa.filter(
      ({ id, rank }) => rank === 'species' && !['genus', 'family', 'class'].every((one) => ranksOf(id).includes(one)),
    );
    expect(without.map(({ scientificName }) => scientificName)).toEqual([]);
    const bearersOf = (language: string, name: string) =>
      tables.names.filter((one) => one.language === language && one.name === name).map(({ taxonId }) => byId.get(taxonId)?.scientificName);
    expect(bearersOf('en', 'Oak')).toEqual(['Quercus']);
    expect(bearersOf('nl', 'Meeuw')).toEqual(['Larinae']);
    expect(bearersOf('de', 'Hummel')).toEqual(['Bombus']);
    expect(bearersOf('fr', 'Fougère')).toEqual(['Polypodiopsida']);
    expect(bearersOf('pl', 'Ważka')).toEqual(['Odonata']);
  });

  test('match the counts in docs/starter.md', () => {
    const page = readFileSync(join(root, 'docs/starter.md'), 'utf8');
    expect(withCounts(page, countsInMarkdown(tables))).toBe(page);
    expect(withCounts(page, 'other counts')).not.toBe(page);
  });

  test('have the usual names of the great tit', () => {
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
    'differ from other lists only where differences.tsv justifies it (needs VELD_SAMPLES)',
    () => {
      const { findings, needless } = compareStarter(tables, readSamples(join(samples, 'names')));
      expect(findings).toEqual([]);
      expect(needless).toEqual([]);
    },
  );
});

describe('the check of the tables', () => {
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
  const newt = ['3999', 'Triturus marmoratus', '(Latreille, 1800)', 'species', 'amphibian', 'Salamandridae', '3', 'FR:3 ES:3', ''];
  const tree = readStarterTables(committed).taxa;
  const idOf = (name: string) => String(tree.find(({ scientificName }) => scientificName === name)?.id);
  newt[8] = idOf('Triturus');
  const withCell = (at: number, cell: string) => newt.map((old, place) => (place === at ? cell : old));
  const genus = ['39999', 'Pleurodeles', 'Michahelles, 1830', 'genus', 'amphibian', '', '', '', idOf('Salamandridae')];
  const ribbedNewt = ['3999', 'Pleurodeles waltl', 'Michahelles, 1830', 'species', 'amphibian', 'Salamandridae', '3', 'ES:3', '39999'];
  const above =
    (change: Record<number, string> = {}) =>
    (text: string) =>
      `${text}${[genus.map((old, place) => change[place] ?? old), ribbedNewt].map((cells) => cells.join('\t')).join('\n')}\n`;

  test('accepts a new species with a free id', () => {
    expect(faultsAfter('taxa.tsv', species(newt))).toEqual([]);
  });

  test('accepts a new genus with a species', () => {
    expect(faultsAfter('taxa.tsv', above())).toEqual([]);
  });

  test('reports a higher taxon with an id of a species, and the reverse', () => {
    expect(faultsAfter('taxa.tsv', above({ 0: '3998' })).join()).toContain('the ids from 30001 to 39999 are those of higher taxa');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('\n3999\t', '\n39998\t')).join()).toContain(
      'taxon 39998 (Pleurodeles waltl): the ids from 30001 to 39999 are those of higher taxa',
    );
  });

  test('reports a parent that is missing, too low, or of another kingdom', () => {
    expect(faultsAfter('taxa.tsv', above({ 8: '39990' })).join()).toContain('there is no taxon 39990 for a parent');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('\t39990\n', `\t${idOf('Triturus')}\n`)).join()).toContain(
      'a genus cannot belong to a genus',
    );
    expect(faultsAfter('taxa.tsv', (text) => text.replace(/(\tPleurodeles\t.*\t)\d+\n/, `$1${idOf('Fagaceae')}\n`)).join()).toContain(
      'Fagaceae is of another kingdom',
    );
    expect(faultsAfter('taxa.tsv', (text) => text.replace(/(\tPleurodeles\t.*\t)\d+\n/, '$1\n')).join()).toContain('has no parent');
  });

  test('reports a species with the wrong genus, or with a family that its genus does not belong to', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(8, idOf('Bufo')))).join()).toContain('its parent Bufo is not its genus');
    expect(
      faultsAfter('taxa.tsv', (text) =>
        text
          .replace(`FR:3 ES:3\t${idOf('Bufo')}`, `FR:3 ES:3\t${idOf('Triturus')}`)
          .replace('Salamandridae\t3\tFR:3 ES:3', 'Hylidae\t3\tFR:3 ES:3'),
      ).join(),
    ).toContain('its genus belongs to Salamandridae, not to Hylidae');
  });

  test('reports a genus without species, a duplicate one, one with countries, and one with the name of a species or family', () => {
    expect(faultsAfter('taxa.tsv', (text) => `${text}${genus.join('\t')}\n`)).toEqual(['taxon 39999 (Pleurodeles): nothing belongs to it']);
    expect(faultsAfter('taxa.tsv', above({ 1: 'Triturus' })).join()).toContain('the genus stands there twice');
    expect(
      faultsAfter('taxa.tsv', (text) => text.replace('\tgenus\tamphibian\t\t\t\t', '\tgenus\tamphibian\t\t\tFR:3\t')).join(),
    ).toContain('family, rarity and countries of a genus follow from its species');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('39999\tTriturus', '39999\tTriturus novus')).join()).toContain(
      'the name of a genus is one word with a capital',
    );
    expect(faultsAfter('taxa.tsv', (text) => text.replace('Triturus novus', 'Trituridae')).join()).toContain(
      'a family, and nothing else, ends in -idae or -aceae',
    );
  });

  test('reports characters that names do not have, and a first name that a higher taxon shares', () => {
    const faults = faultsAfter('names.tsv', (text) => `${text}${idOf('Parus')}\ten\tTit (genus)\n${idOf('Alopochen')}\ten\tOak\n`);
    expect(faults).toEqual([
      `name "Tit (genus)" (en) of taxon ${idOf('Parus')}: has other characters than letters, spaces, hyphens, apostrophes, commas and full stops`,
      `name "Oak" (en) is the first name of taxon ${idOf('Quercus')} (Quercus) and taxon ${idOf('Alopochen')} (Alopochen)`,
    ]);
  });

  test('reports an id that is taken', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(0, '1001')))).toEqual(['taxon 1001 (Triturus marmoratus): the id is taken already']);
  });

  test.each(['0', '100000', '12a', ''])('reports the id "%s"', (id) => {
    expect(faultsAfter('taxa.tsv', species(withCell(0, id))).join()).toContain('the id is not a whole number from 1 to 99999');
  });

  test('reports a group that does not exist', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(4, 'newt'))).join()).toContain('"newt" is not a group');
  });

  test('reports a country that does not exist, is duplicated or has no rarity', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(7, 'FR:3 XX:1'))).join()).toContain('XX is not one of the countries');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('FR:3 XX:1', 'FR:3 FR:1')).join()).toContain('FR stands there twice');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('FR:3 FR:1', 'FR')).join()).toContain('occurs in no country');
  });

  test('reports a duplicate species and an invalid scientific name', () => {
    expect(faultsAfter('taxa.tsv', species(withCell(1, 'Parus major'))).join()).toContain('the species stands there twice');
    expect(faultsAfter('taxa.tsv', (text) => text.replace('3999\tParus major', '3999\tparus')).join()).toContain(
      'is not a genus and a species',
    );
  });

  test('reports a name that a species has twice in a language, ignoring case', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\ten\tCommon Ostrich\n`)).toEqual([
      'name "Common Ostrich" (en) of taxon 1001: stands there twice',
    ]);
  });

  test('reports a name of an unknown taxon, in an unknown language, or in lower case', () => {
    const faults = faultsAfter('names.tsv', (text) => `${text}99\ten\tNobody\n1001\txx\tUnspoken\n1001\tnl\tloopvogel\n`);
    expect(faults.join()).toContain('there is no such taxon');
    expect(faults.join()).toContain('"xx" is not a language');
    expect(faults.join()).toContain('does not begin with a capital letter');
    expect(faults).toHaveLength(3);
  });

  test.each([' Loopvogel', 'Grote  vogel', 'Grote\u00a0vogel', 'Loopvogel\r'])('reports stray white space in %j', (name) => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\tnl\t${name}\n`).join()).toContain('has stray white space');
  });

  test('reports an accent that is a separate character', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\tes\t${'Avestruz extraña'.normalize('NFD')}\n`).join()).toContain('NFC');
  });

  test('reports a row with too few columns and a missing table', () => {
    expect(faultsAfter('names.tsv', (text) => `${text}1001\ten\n`).join()).toContain('has 2 columns, not 3');
    rmSync(join(folder, 'names.tsv'));
    expect(readStarterTables(folder).faults).toContain('names.tsv is not there');
  });

  test('reports an entry of differences.tsv about a name that the tables do not have', () => {
    expect(faultsAfter('differences.tsv', (text) => `${text}1001\ten\tBig bird\tbecause\n`)).toEqual([
      'differences.tsv judges 1001 en Big bird, which the tables do not have',
    ]);
  });
});

describe('the comparison with other lists', () => {
  const robin = {
    id: 1,
    scientificName: 'Erithacus rubecula',
    authority: '(Linnaeus, 1758)',
    rank: 'species',
    group: 'bird',
    family: 'Muscicapidae',
    rarityClass: 1,
    countries: new Map([['NL', 1]]),
    parentId: null,
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

  test('reports a name that no list has, but not one that differs only in case, hyphens or length', () => {
    const ours = tables(named('en', 'Robin'), named('nl', 'Roodborst'), named('de', 'Rot-kehlchen'), named('fr', 'Moineau'));
    const theirs = samples({ en: ['European Robin'], nl: ['roodborst'], de: ['Rotkehlchen'], fr: ['Rougegorge familier'] });
    const { findings, counts } = compareStarter(ours, theirs);
    expect(findings.map(({ language, name }) => `${language} ${name}`)).toEqual(['fr Moineau']);
    expect(counts).toEqual({ names: 4, confirmed: 2, shorterOrLonger: 1, nothingToCompare: 0 });
  });

  test('accepts a justified difference, and reports the justification once there is no difference', () => {
    const difference = { ...named('fr', 'Moineau'), reason: 'a test' };
    const ours = { ...tables(named('fr', 'Moineau')), differences: [difference] };
    expect(compareStarter(ours, samples({ fr: ['Rougegorge familier'] }))).toMatchObject({ findings: [], needless: [] });
    expect(compareStarter(ours, samples({ fr: ['Moineau'] })).needless).toEqual(['1 fr Moineau']);
  });

  test('reports an extra country, a missing country and a species that no list has', () => {
    const about = (theirs: Samples) => compareStarter(tables(), theirs).findings.map((finding) => finding.about);
    expect(about(samples({}))).toEqual([]);
    expect(about(samples({}, []))).toEqual(['Erithacus rubecula: mdd does not have it in NL']);
    expect(about(samples({}, ['NL', 'BE']))).toEqual(['Erithacus rubecula: mdd has it in BE, we do not']);
    expect(about({ ...samples({}), species: new Set() })).toEqual(['no list has this species']);
  });

  test('reports where the lists disagree with each other', () => {
    const theirs = samples({ nl: ['Roodborst'] });
    expect(compareStarter(tables(named('nl', 'Roodborst')), theirs).disagreements).toEqual([]);
    theirs.names.get('Erithacus rubecula\tnl')?.set('Roodborstje', new Set(['another list']));
    expect(compareStarter(tables(named('nl', 'Roodborst')), theirs).disagreements).toEqual([
      'Erithacus rubecula nl: ours Roodborst; Roodborst (list); Roodborstje (another list)',
    ]);
  });

  test('two species that share a preferred name are reported', () => {
    const wren = { ...robin, id: 2, scientificName: 'Troglodytes troglodytes' };
    const both = { ...tables(named('en', 'Jenny'), { ...named('en', 'Jenny'), taxonId: 2 }), taxa: [robin, wren] };
    expect(sharedPreferredNames(both)).toEqual(['en: Jenny is the first name of Erithacus rubecula and Troglodytes troglodytes']);
    expect(sharedPreferredNames({ ...both, names: [named('en', 'Robin'), ...both.names] })).toEqual([]);
  });
});
