import { fieldOfTerm } from './rows/terms.ts';
import type { Table } from './rows/dialect.ts';
import type { FaultList } from './faults.ts';
import { ImportStopped } from './faults.ts';
import type { ImportLimits } from './limits.ts';
import { RowValues } from './rows/row-values.ts';
import { readRows, type TextRow } from './rows/rows.ts';
import type { Stages } from './stage.ts';
import type { ImportDefaults } from './values/groups.ts';
import { readDistribution, readProfile } from './values/distribution-row.ts';
import { type SkippedLanguages, readName, readNamesInColumns, readOriginalName, readTaxon } from './values/taxon-row.ts';

export interface ReadOptions {
  faults: FaultList;
  stages: Stages;
  limits: ImportLimits;
  skipped: SkippedLanguages;
  /** Collects the ids of rows that are left out with a warning: a complete list does not delete their taxa. */
  leftOut: Set<string>;
  defaults: ImportDefaults;
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

/** How many ids of left-out rows are kept; a list with more has another fault, and is rejected. */
const MAX_LEFT_OUT = 10_000;
/** Columns that can have the name of a taxon, or a part of it. */
const NAME_FIELDS = ['scientific_name', 'canonical_name', 'genus', 'generic_name', 'uninomial'] as const;

async function readTable(table: Table, options: ReadOptions): Promise<void> {
  const { faults, stages, limits, skipped, leftOut, defaults, onBytes, onRow } = options;
  if (table.kind === 'taxa' && !NAME_FIELDS.some((field) => table.columns.has(field) || table.names?.columns.has(field)))
    throw new ImportStopped('missing_column', { file: table.files[0]!.name, column_name: 'scientificName' });
  const names = table.names && (await readNamesById(table.names, options));
  const nameColumn = table.columns.get('name_id') ?? -1;
  for (const file of table.files) {
    let width = 0;
    let seen = 0;
    for await (const row of readRows(file, table.dialect, limits, onBytes)) {
      seen += 1;
      // Lines before the titles can be comments.
      if (seen === Math.max(1, table.dialect.headerLines)) {
        width = row.cells.length;
        checkWidth(table, file.name, row);
      }
      if (seen <= table.dialect.headerLines || (seen === 1 && isHeader(table, row))) continue;
      onRow();
      if (row.cells.length > width && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
        const place = { file: file.name, line: row.line, column_number: width + 1, value: row.cells[width]! };
        // Which of the values is too many is unknown. A list can do without a name or country, but not without a taxon.
        if (table.kind === 'taxa') faults.error('extra_columns', place);
        else faults.warn('extra_columns', place);
        continue;
      }
      const values = new RowValues(table, file.name, row, faults, limits.valueLength, names?.get((row.cells[nameColumn] ?? '').trim()));
      if (table.kind === 'taxa') {
        const taxon = readTaxon(values, { isVeld: table.isVeld, isColdp: table.isColdp === true, defaults });
        if (!taxon) {
          const id = values.get('id');
          if (id !== '' && !values.hasErrors && leftOut.add(id).size > MAX_LEFT_OUT)
            throw new ImportStopped('no_taxa', { file: file.name });
          continue;
        }
        const original = readOriginalName(values, taxon);
        if (original) await stages.names.add(original);
        await stages.taxa.add(taxon);
        if (values.has('vernacular_name')) {
          const name = readName(values, taxon.source_id, false, skipped);
          if (name) await stages.names.add(name);
        }
        for (const name of readNamesInColumns(values, taxon.source_id)) await stages.names.add(name);
        await stageDistribution(stages, values, taxon.source_id);
        continue;
      }
      const id = values.get('id');
      if (id === '') {
        values.warn('id', 'id_missing');
        continue;
      }
      if (table.kind === 'names') {
        const name = readName(values, id, table.isVeld, skipped);
        if (name) await stages.names.add(name);
      } else if (table.kind === 'countries') await stageDistribution(stages, values, id);
      else await stageProfile(stages, values, id);
    }
  }
}

async function stageDistribution(stages: Stages, values: RowValues, sourceId: string): Promise<void> {
  const { countries, statuses } = readDistribution(values, sourceId);
  for (const country of countries) await stages.countries.add(country);
  for (const status of statuses) await stages.statuses.add(status);
}

async function stageProfile(stages: Stages, values: RowValues, sourceId: string): Promise<void> {
  const status = readProfile(values, sourceId);
  if (status) await stages.statuses.add(status);
}

/** Whether the first line has the titles of the columns, although none was declared. */
function isHeader({ columns, titles, dialect }: Table, { cells }: TextRow): boolean {
  if (dialect.headerLines > 0 || columns.size < 2) return false;
  return [...columns].every(([field, index]) => fieldOfTerm(cells[index] ?? '') === field || cells[index]?.trim() === titles.get(index));
}

/** How many rows a table of names that others refer to may have, because it is kept in memory. */
const MAX_NAMES = 300_000;

async function readNamesById(table: Table, { limits }: ReadOptions): Promise<Map<string, readonly string[]>> {
  const file = table.files[0]!;
  const at = table.columns.get('id')!;
  const rows = new Map<string, readonly string[]>();
  let seen = 0;
  for await (const { cells } of readRows(file, table.dialect, limits)) {
    seen += 1;
    if (seen <= table.dialect.headerLines) continue;
    const id = (cells[at] ?? '').trim();
    if (id !== '' && !rows.has(id)) rows.set(id, cells);
    if (rows.size > MAX_NAMES) throw new ImportStopped('too_large', { file: file.name });
  }
  return rows;
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
