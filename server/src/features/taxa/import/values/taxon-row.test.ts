import { describe, expect, it } from 'vitest';
import { FaultList } from '../faults.ts';
import type { Field, Table } from '../rows/dialect.ts';
import { RowValues } from '../rows/row-values.ts';
import { readDistribution } from '../read.ts';

/** The countries of a row with these values, and its faults as code and value. */
function read(row: Partial<Record<Field, string>>): { countries: unknown[]; faults: unknown[] } {
  const fields = Object.keys(row) as Field[];
  const table: Table = {
    kind: 'taxa',
    files: [{ name: 'taxa.tsv', size: 0, open: () => Promise.reject(new Error('nothing is read')) }],
    dialect: { delimiter: ',', quote: '"', encoding: 'utf-8', lineEnds: undefined, headerLines: 1 },
    columns: new Map(fields.map((field, index) => [field, index])),
    defaults: new Map(),
    titles: new Map(),
    isVeld: false,
  };
  const faults = new FaultList();
  const values = new RowValues(table, 'taxa.csv', { cells: Object.values(row), line: 2 }, faults, 100);
  const countries = readDistribution(values, '1').countries.map((found) => [found.country_code, found.rarity_class]);
  return { countries, faults: faults.all.map((fault) => [fault.code, fault.value]) };
}

describe('the countries of a row', () => {
  it('are listed with their rarity class, and each entry that is not a country is an error', () => {
    expect(read({ countries: 'NL:1 ZA BE:5' })).toEqual({
      countries: [
        ['NL', 1],
        ['ZA', null],
        ['BE', 5],
      ],
      faults: [],
    });
    expect(read({ countries: 'NL:1 QQ:1 nl NL:6' })).toEqual({
      countries: [['NL', 1]],
      faults: [
        ['country', 'QQ:1'],
        ['country', 'nl'],
        ['country', 'NL:6'],
      ],
    });
  });

  it.each([
    ['common', [['NL', 2]]],
    ['rare', [['NL', 4]]],
    ['irregular', [['NL', 4]]],
    ['Vagrant', [['NL', 4]]],
    ['migrant', [['NL', 4]]],
    ['present', [['NL', null]]],
    ['absent', []],
    ['excluded', []],
    ['doubtful', []],
    ['notDetected', []],
    ['extinct', []],
  ])('have the rarity class of the status "%s"', (status, countries) => {
    expect(read({ country_code: 'NL', occurrence_status: status })).toEqual({ countries, faults: [] });
  });
});
