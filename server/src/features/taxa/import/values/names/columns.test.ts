import { describe, expect, it } from 'vitest';
import { FaultList } from '../../faults.ts';
import type { Field, Table } from '../../rows/dialect.ts';
import { RowValues } from '../../rows/row-values.ts';
import { NO_DEFAULTS, type ImportDefaults } from '../groups.ts';
import { readTaxon } from '../taxon-row.ts';

type Row = Partial<Record<Field, string>>;

/** Name, authority and rank of a row with these values, and its faults. */
function read(row: Row, { isVeld = false, defaults = NO_DEFAULTS }: { isVeld?: boolean; defaults?: ImportDefaults } = {}) {
  const fields = Object.keys(row) as Field[];
  const table: Table = {
    kind: 'taxa',
    files: [{ name: 'taxa.tsv', size: 0, open: () => Promise.reject(new Error('nothing is read')) }],
    dialect: { delimiter: ',', quote: '"', encoding: 'utf-8', lineEnds: undefined, headerLines: 1 },
    columns: new Map(fields.map((field, index) => [field, index])),
    defaults: new Map(),
    titles: new Map(),
    isVeld,
  };
  const faults = new FaultList();
  const values = new RowValues(table, 'taxa.csv', { cells: Object.values(row), line: 2 }, faults, 200);
  const taxon = readTaxon(values, { isVeld, isColdp: false, defaults });
  return [taxon?.scientific_name, taxon?.authority, taxon?.rank, ...faults.all.map(({ code, value }) => `${code}: ${value}`)];
}

const erodium = { genus: 'Erodium', specific_epithet: 'cygnorum', infraspecific_epithet: 'glandulosum' };

describe('the columns of a name', () => {
  it('give the whole name of a subspecies, without the author of the species', () => {
    const name = 'Erodium cygnorum Nees subsp. glandulosum Carol.';
    expect(read({ scientific_name: name })).toEqual(['Erodium cygnorum subsp. glandulosum', 'Carol.', 'subspecies']);
    expect(read({ scientific_name: name, rank: 'subspecies', authority: 'Carol.', ...erodium })).toEqual([
      'Erodium cygnorum subsp. glandulosum',
      'Carol.',
      'subspecies',
    ]);
  });

  it('are joined if there is no column of the whole name', () => {
    expect(read({ ...erodium, rank: 'subspecies', kingdom: 'Plantae', authority: 'Carol.' })).toEqual([
      'Erodium cygnorum subsp. glandulosum',
      'Carol.',
      'subspecies',
    ]);
    expect(read({ ...erodium, rank: 'subspecies', nomenclatural_code: 'ICN' })[0]).toBe('Erodium cygnorum subsp. glandulosum');
    expect(read({ ...erodium, rank: 'variety' })).toEqual(['Erodium cygnorum var. glandulosum', null, 'variety']);
    expect(read({ ...erodium, infraspecific_epithet: 'f. glandulosum' })).toEqual(['Erodium cygnorum f. glandulosum', null, 'form']);
    const wagtail = { genus: 'Motacilla', specific_epithet: 'alba', infraspecific_epithet: 'yarrellii', rank: 'subspecies', class: 'Aves' };
    expect(read(wagtail)).toEqual(['Motacilla alba yarrellii', null, 'subspecies']);
    expect(read({ genus: 'Bombus', subgenus: 'Pyrobombus', specific_epithet: 'hypnorum' })).toEqual(['Bombus hypnorum', null, 'species']);
    expect(read({ genus: 'Bombus', rank: 'subgenus' })).toEqual(['Bombus', null, 'subgenus']);
    expect(read({ genus: 'Bombus', subgenus: 'Pyrobombus', rank: 'subgenus' })).toEqual(['Bombus (Pyrobombus)', null, 'subgenus']);
    expect(read({ genus: 'Salix', specific_epithet: 'rubens', rank: 'hybrid' })).toEqual(['Salix × rubens', null, 'hybrid']);
    expect(read({ genus: 'Salix', specific_epithet: '×rubens' })).toEqual(['Salix × rubens', null, 'hybrid']);
    expect(read({ genus: 'Malus', specific_epithet: 'domestica', cultivar_epithet: 'Jonagold' })).toEqual([
      "Malus domestica 'Jonagold'",
      null,
      'cultivar',
    ]);
    expect(read({ genus: 'Salix', specific_epithet: '', infraspecific_epithet: '' })).toEqual(['Salix', null, 'unranked']);
    expect(read({ generic_name: 'Rossolis', genus: 'Drosera', specific_epithet: 'rotundifolia' })[0]).toBe('Rossolis rotundifolia');
  });

  it('add the epithets that the column of the whole name lacks', () => {
    expect(read({ scientific_name: 'Erodium cygnorum', rank: 'variety', ...erodium })).toEqual([
      'Erodium cygnorum var. glandulosum',
      null,
      'variety',
    ]);
    expect(read({ scientific_name: 'Erodium', rank: 'species', ...erodium, infraspecific_epithet: '' })).toEqual([
      'Erodium cygnorum',
      null,
      'species',
    ]);
    expect(
      read({ scientific_name: 'Malus domestica Borkh.', genus: 'Malus', specific_epithet: 'domestica', cultivar_epithet: "'Jonagold'" })[0],
    ).toBe("Malus domestica 'Jonagold'");
  });

  it('that contradict each other give a warning, and the whole name wins', () => {
    const name = { scientific_name: 'Erodium cygnorum Nees' };
    expect(read({ ...name, genus: 'Erodium', specific_epithet: 'crinitum' })).toEqual([
      'Erodium cygnorum',
      'Nees',
      'species',
      'name_conflict: Erodium crinitum',
    ]);
    expect(read({ ...name, genus: 'Geranium', specific_epithet: 'cygnorum' })).toContain('name_conflict: Geranium cygnorum');
    expect(read({ ...name, ...erodium, rank: 'species' })).toEqual([
      'Erodium cygnorum',
      'Nees',
      'species',
      'name_conflict: Erodium cygnorum glandulosum',
    ]);
    expect(read({ scientific_name: 'Erodium cygnorum subsp. cygnorum', ...erodium })).toHaveLength(4);
    // The genus of a synonym's row is often that of the accepted name.
    expect(read({ ...name, genus: 'Geranium', specific_epithet: 'cygnorum', accepted_id: '2' })).toHaveLength(3);
    expect(read({ scientific_name: 'E. cygnorum', genus: 'Erodium', specific_epithet: 'cygnorum' })).toHaveLength(3);
    expect(read({ scientific_name: 'Isoëtes lacustris', genus: 'Isoetes', specific_epithet: 'lacustris' })).toHaveLength(3);
  });

  it('take ranks and hybrids, which canonicalName leaves out, from scientificName', () => {
    expect(read({ scientific_name: 'Salix × rubens Schrank', canonical_name: 'Salix rubens' })).toEqual([
      'Salix × rubens',
      'Schrank',
      'hybrid',
    ]);
    expect(read({ scientific_name: 'Erodium cygnorum Nees subsp. glandulosum', canonical_name: 'Erodium cygnorum glandulosum' })[0]).toBe(
      'Erodium cygnorum subsp. glandulosum',
    );
    expect(read({ scientific_name: 'Parus major L.', canonical_name: 'Parus minor' })).toEqual([
      'Parus minor',
      null,
      'species',
      'name_conflict: Parus major',
    ]);
    expect(read({ scientific_name: '', canonical_name: 'Parus minor' })[0]).toBe('Parus minor');
  });

  it('whose rank contradicts the words keep it, with a warning', () => {
    expect(read({ scientific_name: 'Carex flacca var. alba', rank: 'subspecies' })).toEqual([
      'Carex flacca var. alba',
      null,
      'subspecies',
      'rank_conflict: Carex flacca var. alba',
    ]);
    expect(read({ scientific_name: 'Carex flacca subsp. alba', rank: 'species' })).toHaveLength(4);
    expect(read({ scientific_name: 'Carex flacca', rank: 'genus' })).toHaveLength(4);
    for (const [scientific_name, rank] of [
      ['Carex flacca', 'species'],
      ['Carex × flacca', 'species'],
      ['Carex flacca agg.', 'species'],
      ['Carex flacca alba', 'variety'],
      ['Carex flacca var. alba', 'infraspecies'],
      ['Carex', 'genus'],
      ['Carex sp. 1', 'species'],
      ['Tobacco mosaic virus', 'species'],
      ['Carex flacca var. alba', 'unranked'],
      ['Carex flacca', ''],
    ] as const)
      expect(read({ scientific_name, rank }), scientific_name).toHaveLength(3);
  });

  it('are left out without a name, also with what databases write for none', () => {
    for (const scientific_name of ['', 'null', 'NULL', '\u200b', '?'])
      expect(read({ scientific_name, rank: 'species' })[0], scientific_name).toBe(undefined);
  });

  it('are taken unchanged from Veld’s own tables', () => {
    expect(read({ id: '1', scientific_name: 'Salix x rubens', authority: 'Schrank' }, { isVeld: true })).toEqual([
      'Salix x rubens',
      'Schrank',
      'hybrid',
    ]);
  });

  it('keep the names of viruses if the kingdom is theirs, also by default', () => {
    const name = 'Cowpox (Brighton Red) strain';
    expect(read({ scientific_name: name, kingdom: 'Viruses' })[0]).toBe(name);
    expect(read({ scientific_name: name }, { defaults: { group: null, kingdom: 'viruses' } })[0]).toBe(name);
  });
});

it.each([
  ['Salix alba', 'species'],
  ['Salix × rubens', 'hybrid'],
  ['Salix x rubens', 'hybrid'],
  ['×Cuprocyparis leylandii', 'hybrid'],
  ['Salix', 'unranked'],
  ['Salix alba vitellina', 'subspecies'],
  ['Salix alba var. vitellina', 'variety'],
  ['Salix alba f. argentea', 'form'],
  ['Apis (Apis) mellifera', 'species'],
])('without a rank in the file, the words of %s make it: %s', (scientific_name, rank) => {
  expect(read({ scientific_name })[2]).toBe(rank);
  expect(read({ id: '1', scientific_name }, { isVeld: true })[2]).toBe(rank);
});
