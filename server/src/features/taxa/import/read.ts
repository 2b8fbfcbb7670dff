import type { Table } from './rows/dialect.ts';
import type { FaultList } from './faults.ts';
import { ImportStopped } from './faults.ts';
import type { ImportLimits } from './limits.ts';
import { RowValues } from './rows/row-values.ts';
import { readRows, type TextRow } from './rows/rows.ts';
import type { Stages } from './stage.ts';
import { type LeftOut, readCountries, readName, readTaxon } from './values/taxon-row.ts';

export interface Reading {
  faults: FaultList;
  stages: Stages;
  limits: ImportLimits;
  leftOut: LeftOut;
  /** The file is the whole list of its source, so a row that cannot be read would delete its taxon. */
  isComplete: boolean;
  onBytes(count: number): void;
  /** Throws when somebody has cancelled the import. */
  onRow(): void;
}

/** Reads the tables into the staging tables. A table with a fatal fault ends there; the others are still read. */
export async function readTables(tables: readonly Table[], reading: Reading): Promise<void> {
  for (const table of tables) {
    try {
      await readTable(table, reading);
    } catch (error) {
      if (!(error instanceof ImportStopped)) throw error;
      reading.faults.stop(error.fault);
    }
  }
  for (const stage of Object.values(reading.stages)) await stage.flush();
}

async function readTable(table: Table, { faults, stages, limits, leftOut, isComplete, onBytes, onRow }: Reading): Promise<void> {
  if (table.kind === 'taxa' && !['scientific_name', 'canonical_name', 'genus'].some((field) => table.columns.has(field as 'genus')))
    throw new ImportStopped('missing_column', { file: table.files[0]!.name, column_name: 'scientificName' });
  for (const file of table.files) {
    let width = 0;
    let seen = 0;
    for await (const row of readRows(file, table.dialect, limits, onBytes)) {
      seen += 1;
      if (seen === 1) {
        width = row.cells.length;
        checkWidth(table, file.name, row);
      }
      if (seen <= table.dialect.headerLines) continue;
      onRow();
      if (row.cells.length > width && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
        faults.error('extra_columns', { file: file.name, line: row.line, column_number: width + 1, value: row.cells[width]! });
        continue;
      }
      const values = new RowValues(table, file.name, row, faults, limits.valueLength);
      if (table.kind === 'taxa') {
        const taxon = readTaxon(values, { isVeld: table.isVeld, isComplete });
        if (!taxon) continue;
        await stages.taxa.add(taxon);
        if (values.has('vernacular_name')) {
          const name = readName(values, taxon.source_id, false, leftOut);
          if (name) await stages.names.add(name);
        }
        for (const country of readCountries(values, taxon.source_id)) await stages.countries.add(country);
        continue;
      }
      const id = values.get('id');
      if (id === '') {
        values.error('id', 'id_missing');
        continue;
      }
      if (table.kind === 'names') {
        const name = readName(values, id, table.isVeld, leftOut);
        if (name) await stages.names.add(name);
      } else for (const country of readCountries(values, id)) await stages.countries.add(country);
    }
  }
}

/** Every declared column must exist, otherwise all columns may be different from what was declared. */
function checkWidth(table: Table, file: string, first: TextRow): void {
  for (const [field, index] of table.columns) {
    if (index < first.cells.length) continue;
    throw new ImportStopped('column_beyond', {
      file,
      line: first.line,
      column_number: index + 1,
      column_name: table.titles.get(index) ?? field,
      value: String(first.cells.length),
    });
  }
}
