import { itemAt, getKnown } from '@veld/contract';
import { type FaultList, type FaultPlace, ImportStopped } from './faults.ts';
import type { ImportLimits } from './limits.ts';
import type { Table } from './rows/dialect.ts';
import { RowValues } from './rows/row-values.ts';
import { readRows, type TextRow } from './rows/rows.ts';
import { fieldOfTerm } from './rows/terms.ts';
import type { Stages, StagedCountry, StagedStatus } from './stage.ts';
import type { ImportDefaults } from './values/groups.ts';
import { isIsoLocation, parseCountry, rarityOfStatus } from './values/places.ts';
import { isInvasiveDegree, isProtectedBy, isYes, parseEstablishment, parseThreat } from './values/statuses.ts';
import { readName, readNamesInColumns, readOriginalName, readTaxon, type SkippedLanguages } from './values/taxon-row.ts';

const MAX_REFERENCE = 300;

const PLACES = ['country_code', 'location_id', 'area'] as const;

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
    throw new ImportStopped('missing_column', { file: table.files[0].name, column_name: 'scientificName' });
  const names = table.names && (await readNamesById(table.names, options));
  const nameColumn = table.columns.get('name_id') ?? -1;
  const { headerLines } = table.dialect;
  const neededWidth = Math.max(...table.columns.values()) + 1;
  const tooLong = new LongRows(faults);
  for (const file of table.files) {
    let width = 0;
    let isChecked = false;
    for await (const row of readRows(file, table.dialect, limits, onBytes)) {
      // Lines before or after the titles can be comments, or say what the columns mean.
      const isBeforeRows = row.line <= headerLines;
      if (!isChecked && (isBeforeRows || width < neededWidth)) width = Math.max(width, row.cells.length);
      if (!isChecked && (headerLines <= 1 || !isBeforeRows)) {
        isChecked = true;
        checkWidth(table, file.name, row, width);
        if (!isBeforeRows && isHeader(table, row)) continue;
      }
      if (isBeforeRows) continue;
      onRow();
      if (row.cells.length > width && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
        const place = { file: file.name, line: row.line, column_number: width + 1, value: itemAt(row.cells, width) };
        // Which of the values is too many is unknown.
        tooLong.add(place);
        const id = table.kind === 'taxa' ? (row.cells[table.columns.get('id') ?? -1] ?? '').trim() : '';
        if (id !== '') keepId(leftOut, id, file.name);
        continue;
      }
      tooLong.countRow();
      const values = new RowValues(table, file.name, row, faults, limits.valueLength, names?.get((row.cells[nameColumn] ?? '').trim()));
      if (table.kind === 'taxa') {
        const taxon = readTaxon(values, { isVeld: table.isVeld, isColdp: table.isColdp === true, defaults });
        if (!taxon) {
          const id = values.get('id');
          if (id !== '' && !values.hasErrors) keepId(leftOut, id, file.name);
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
  tooLong.end();
}

/** Remembers the id of a row that is left out. */
function keepId(leftOut: Set<string>, id: string, file: string): void {
  if (leftOut.add(id).size > MAX_LEFT_OUT) throw new ImportStopped('no_taxa', { file });
}

/** How many rows of a table may have too many values, and which share of it, before none of its rows can be trusted. */
const MAX_LONG_ROWS = 20;
const MAX_LONG_SHARE = 0.05;

/** The rows of a table that have more values than it has columns: single ones are left out, many are an error. */
class LongRows {
  readonly #faults: FaultList;
  #rows = 0;
  #long = 0;
  #first: FaultPlace = {};

  constructor(faults: FaultList) {
    this.#faults = faults;
  }

  countRow(): void {
    this.#rows += 1;
  }

  add(place: FaultPlace): void {
    if (this.#long === 0) this.#first = place;
    this.#long += 1;
    this.#faults.warn('extra_columns', place);
  }

  end(): void {
    if (this.#long > MAX_LONG_ROWS && this.#long > MAX_LONG_SHARE * (this.#rows + this.#long))
      this.#faults.error('extra_columns', this.#first);
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
  const file = table.files[0];
  const at = getKnown(table.columns, 'id');
  const rows = new Map<string, readonly string[]>();
  for await (const { cells, line } of readRows(file, table.dialect, limits)) {
    if (line <= table.dialect.headerLines) continue;
    const id = (cells[at] ?? '').trim();
    if (id !== '' && !rows.has(id)) rows.set(id, cells);
    if (rows.size > MAX_NAMES) throw new ImportStopped('too_large', { file: file.name });
  }
  return rows;
}

/** Stops if a declared column does not exist, because then none of the declared columns can be trusted. */
function checkWidth(table: Table, file: string, first: TextRow, width: number): void {
  for (const [field, index] of table.columns) {
    if (index < width) continue;
    throw new ImportStopped('column_beyond', {
      file,
      line: first.line,
      column_number: index + 1,
      column_name: table.titles.get(index) ?? field,
      value: String(width),
    });
  }
}

interface Distribution {
  countries: StagedCountry[];
  statuses: StagedStatus[];
}

/**
 * The countries of a row, `countryCode` or `locationID` of Darwin Core or the list in Veld's own table (`NL:1 ZA:3`), and what the row
 * says about the taxon there.
 */
export function readDistribution(values: RowValues, sourceId: string): Distribution {
  const at = { file: values.file, line: values.line, source_id: sourceId };
  const list = values.get('countries');
  if (list !== '') return { countries: readList(values, list, at), statuses: [] };
  const code = values.get('country_code');
  const location = values.get('location_id');
  const isOfCode = code !== '';
  const gazetteer = values.get('gazetteer').toLowerCase();
  if (gazetteer !== '' && gazetteer !== 'iso') return { countries: [], statuses: [] };
  if (!isOfCode && !isIsoLocation(location) && gazetteer !== 'iso') {
    // A row about another area, such as a continent, says nothing about the countries.
    const status = PLACES.some((field) => values.has(field)) ? null : readProfile(values, sourceId);
    return { countries: [], statuses: status ? [status] : [] };
  }
  const codes = (isOfCode ? code : location)
    .split(/\s*[|;,]\s*/)
    .filter(Boolean)
    .flatMap((text) => {
      const country = parseCountry(text);
      if (!country) values.warn(isOfCode ? 'country_code' : 'location_id', 'country', text);
      return country ?? [];
    });
  const rarity = rarityOfStatus(values.get('occurrence_status'));
  const status = statusIn(values);
  const isGone = status?.threat_status === 'RE' || status?.threat_status === 'EW' || status?.threat_status === 'EX';
  return {
    countries: rarity === 'absent' ? [] : codes.map((country_code) => ({ ...at, country_code, rarity_class: rarity })),
    // Where it does not occur, only that it died out there says something about it.
    statuses: status && (rarity !== 'absent' || isGone) ? codes.map((country_code) => ({ ...at, country_code, ...status })) : [],
  };
}

function readList(values: RowValues, list: string, at: Pick<StagedCountry, 'file' | 'line' | 'source_id'>): StagedCountry[] {
  return list.split(' ').flatMap((entry) => {
    const [, country, rarity] = /^([A-Z]{2})(?::([1-5]))?$/.exec(entry) ?? [];
    if (country !== undefined && parseCountry(country) === country)
      return { ...at, country_code: country, rarity_class: rarity ? Number(rarity) : null };
    values.error('countries', 'country', entry);
    return [];
  });
}

/** What a row without a country says about the taxon in all countries of the file: that it is invasive. */
function readProfile(values: RowValues, sourceId: string): StagedStatus | null {
  const status = statusIn(values);
  if (!status?.is_invasive) return null;
  return {
    file: values.file,
    line: values.line,
    source_id: sourceId,
    country_code: null,
    ...status,
    establishment_means: null,
    is_protected: false,
    threat_status: null,
  };
}

type Status = Pick<StagedStatus, 'establishment_means' | 'is_invasive' | 'is_protected' | 'threat_status' | 'reference'>;

/** Null if the row says nothing. */
function statusIn(values: RowValues): Status | null {
  const means = values.get('establishment_means');
  const degree = values.get('degree_of_establishment');
  // The older ColDP has it in the column of the occurrence status.
  const establishment_means =
    parseEstablishment(means) ?? parseEstablishment(degree) ?? parseEstablishment(values.get('occurrence_status'));
  const is_invasive = isYes(values.get('is_invasive')) || isInvasiveDegree(degree) || isInvasiveDegree(means);
  const is_protected = isProtectedBy(values.get('protection'));
  const threat_status = parseThreat(values.get('threat_status'));
  if (establishment_means === null && threat_status === null && !is_invasive && !is_protected) return null;
  return { establishment_means, is_invasive, is_protected, threat_status, reference: values.textUpTo('reference', MAX_REFERENCE) };
}
