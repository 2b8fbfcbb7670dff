import type { Table } from './rows/dialect.ts';
import type { FaultList } from './faults.ts';
import { ImportStopped } from './faults.ts';
import type { ImportLimits } from './limits.ts';
import { RowValues } from './rows/row-values.ts';
import { readRows, type TextRow } from './rows/rows.ts';
import type { Stages } from './stage.ts';
import { type SkippedLanguages, readCountries, readName, readTaxon } from './values/taxon-row.ts';

export interface ReadOptions {
  faults: FaultList;
  stages: Stages;
  limits: ImportLimits;
  skipped: SkippedLanguages;
  /** Whether the file is the complete list of its source, so that an unreadable row would delete its taxon. */
  isComplete: boolean;
  onBytes(count: number): void;
  /** Throws if the import was cancelled. */
  onRow(): void;
}

/** Reads tables into the staging tables. After a fatal fault in a table, continues with the next table. */
export async function readTables(tables: readonly Table[], options: ReadOptions): Promise<void> {
  for (const table of tables) {
    try {
      await readTable(table, options);
    } catch (error) {
      if (!(error instanceof ImportStopped)) throw error;
      options.faults.stop(error.fault);
    }
  }
  for (const stage of Object.values(options.stages)) await stage.flush();
}

async function readTable(table: Table, { faults, stages, limits, skipped, isComplete, onBytes, onRow }: ReadOptions): Promise<void> {
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
          const name = readName(values, taxon.source_id, false, skipped);
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
        const name = readName(values, id, table.isVeld, skipped);
        if (name) await stages.names.add(name);
      } else for (const country of readCountries(values, id)) await stages.countries.add(country);
    }
  }
}

/** Stops if a declared column does not exist, because then none of the declared columns can be trusted. */
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
