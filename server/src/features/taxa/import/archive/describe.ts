import type { Language, TaxonomyImportResult } from '@veld/contract';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { type ColdpFile, coldpFilesOf, fieldOfColdp, kindOfColdp } from './coldp.ts';
import { foreignFormat, foreignZip } from './formats.ts';
import type { Dialect, Field, Table, TableKind } from '../rows/dialect.ts';
import { type FaultList, ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import { readMeta } from './meta.ts';
import { markedEncoding } from '../rows/decode.ts';
import { readRows } from '../rows/rows.ts';
import { languageOfTitle } from '../rows/name-columns.ts';
import { fieldOfTerm, fieldOfTitle, VELD_NAMES, VELD_TAXA } from '../rows/terms.ts';
import { titleOf } from './title.ts';

export interface Description {
  format: TaxonomyImportResult['format'];
  title: string | null;
  /** The tables of taxa come first. */
  tables: Table[];
}

const TABLE_FILE = /\.(csv|tsv|txt|tab)$/i;

/**
 * The contents of an archive: by its meta.xml, as a data package of the Catalogue of Life, or by the header lines of its tables.
 * Throws an `ImportStopped` for formats that are not supported.
 */
export async function describe(archive: Archive, shownName: string, limits: ImportLimits, faults: FaultList): Promise<Description> {
  const foreign = foreignZip(archive.files.map(({ name }) => name));
  if (foreign) throw new ImportStopped('unsupported_format', { file: shownName, value: foreign });
  const meta = archive.files.find((file) => file.name.toLowerCase() === 'meta.xml');
  if (meta) {
    const { tables, emlName } = await readMeta(archive, meta, limits);
    return { format: 'archive', title: await titleOf(archive, emlName, limits, faults), tables };
  }
  const title = await titleOf(archive, 'eml.xml', limits, faults);
  const coldp = await readColdp(archive.files, limits);
  if (coldp) return { format: 'coldp', title, tables: coldp };
  const tables: Table[] = [];
  const candidates = archive.files.length === 1 ? archive.files : archive.files.filter(({ name }) => TABLE_FILE.test(name));
  for (const file of candidates) {
    const table = await tableByHeader(file, limits);
    if (table) tables.push(table);
  }
  const taxa = tables.filter(({ kind }) => kind === 'taxa');
  if (taxa.length === 0) throw new ImportStopped('no_taxa', { file: shownName });
  if (taxa.length > 1) throw new ImportStopped('file_twice', { file: shownName, value: taxa[1]!.files[0]!.name });
  return { format: taxa[0]!.isVeld ? 'veld' : 'darwin_core', title, tables: taxaFirst(tables) };
}

function taxaFirst(tables: readonly Table[]): Table[] {
  return tables.toSorted((one, other) => Number(other.kind === 'taxa') - Number(one.kind === 'taxa'));
}

/** The tables of a ColDP data package; null if it is none. */
async function readColdp(all: readonly ArchiveFile[], limits: ImportLimits): Promise<Table[] | null> {
  const files = coldpFilesOf(all);
  if (!files) return null;
  const described = new Map<ColdpFile, Table>();
  for (const [name, file] of files) {
    const { dialect, titles } = await readHeader(file, limits);
    const columns = columnsOf(file, titles, (title) => fieldOfColdp(name, title));
    // Tables of other kinds may have these names too.
    if (!columns.has('id') && name !== 'synonym') return null;
    described.set(name, {
      kind: kindOfColdp(name) ?? 'taxa',
      files: [file],
      dialect,
      columns,
      defaults: new Map(),
      titles: new Map(titles.entries()),
      isVeld: false,
      isColdp: true,
    });
  }
  const names = described.get('name');
  const tables = [...described].filter(([name]) => kindOfColdp(name) !== null).map(([, table]) => table);
  return taxaFirst(tables.map((table) => (names && table.columns.has('name_id') ? { ...table, names } : table)));
}

/** A table, identified by its header line; null if it is not a table of an import. */
async function tableByHeader(file: ArchiveFile, limits: ImportLimits): Promise<Table | null> {
  const { dialect, titles, isVeld } = await readHeader(file, limits);
  const columns = columnsOf(file, titles, (title) => (isVeld ? fieldOfVeld(titles, title) : fieldOfTerm(title)));
  // Words that are no terms only count where no term has their meaning.
  if (!isVeld) {
    const [terms, values] = [new Set(columns.keys()), new Set(columns.values())];
    for (const [index, title] of titles.entries()) {
      const field = values.has(index) ? null : fieldOfTitle(title);
      if (field !== null && !terms.has(field) && !columns.has(field)) columns.set(field, index);
    }
  }
  const kind = kindOf(columns, isVeld);
  if (!kind) return null;
  const nameColumns = kind === 'taxa' && !isVeld ? nameColumnsOf(titles, new Set(columns.values())) : new Map<number, Language>();
  return { kind, files: [file], dialect, columns, nameColumns, defaults: new Map(), titles: new Map(titles.entries()), isVeld };
}

/** The columns of vernacular names, except `known` ones. */
function nameColumnsOf(titles: readonly string[], known: ReadonlySet<number>): Map<number, Language> {
  const languages = new Map<number, Language>();
  for (const [index, title] of titles.entries()) {
    const language = known.has(index) ? null : languageOfTitle(title);
    if (language) languages.set(index, language);
  }
  return languages;
}

async function readHeader(file: ArchiveFile, limits: ImportLimits): Promise<{ dialect: Dialect; titles: string[]; isVeld: boolean }> {
  const first = await firstLine(file, limits);
  const separator = EXCEL_SEPARATOR.exec(first)?.[1];
  const delimiter = separator ?? delimiterOf(first);
  // Veld's own tables and most tab-separated files have no quotes, but if the header has quotes, values can have them too.
  const isVeld = delimiter === '\t' && isVeldHeader(first);
  const dialect: Dialect = {
    encoding: 'utf-8',
    delimiter,
    quote: isVeld || (delimiter === '\t' && !first.includes('"')) ? null : '"',
    lineEnds: undefined,
    headerLines: separator === undefined ? 1 : 2,
  };
  let left = dialect.headerLines;
  for await (const { cells } of readRows(file, dialect, limits))
    if (--left === 0) return { dialect, titles: cells.map((cell) => cell.trim()), isVeld };
  return { dialect, titles: [], isVeld };
}

function columnsOf(file: ArchiveFile, titles: readonly string[], fieldOf: (title: string) => Field | null): Map<Field, number> {
  const columns = new Map<Field, number>();
  for (const [index, title] of titles.entries()) {
    const field = fieldOf(title);
    if (!field) continue;
    if (columns.has(field))
      throw new ImportStopped('header_twice', { file: file.name, line: 1, column_number: index + 1, column_name: title });
    columns.set(field, index);
  }
  return columns;
}

function kindOf(columns: ReadonlyMap<Field, number>, isVeld: boolean): TableKind | null {
  if (isVeld) return columns.has('name') ? 'names' : 'taxa';
  if (columns.has('scientific_name') || columns.has('canonical_name')) return 'taxa';
  if (columns.has('id') && columns.has('vernacular_name') && !columns.has('specific_epithet')) return 'names';
  if ((columns.has('genus') || columns.has('generic_name')) && columns.has('specific_epithet')) return 'taxa';
  return columns.has('id') && (columns.has('country_code') || columns.has('location_id')) ? 'countries' : null;
}

function isVeldHeader(line: string): boolean {
  const titles = line.split('\t').map((title) => title.trim());
  const has = (...names: string[]) => names.every((name) => titles.includes(name));
  // Other tables about names, which have more columns, are not imported.
  return has('id', 'scientific_name') || (has('taxon_id', 'language', 'name') && titles.length === 3);
}

function fieldOfVeld(header: string[], title: string): Field | null {
  const known = header.includes('taxon_id') ? VELD_NAMES : VELD_TAXA;
  return Object.hasOwn(known, title) ? known[title]! : null;
}

/** The first line of a table that tells Excel its delimiter. */
const EXCEL_SEPARATOR = /^\uFEFF?"?sep=(.)"?$/i;

const HEADER_BYTES = 64 * 1024;
/** Enough bytes to tell formats apart. */
const SIGNATURE_BYTES = 512;

/** The first line of a table. Throws an `ImportStopped` for files that are not text. */
async function firstLine(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const stream = await file.open();
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length >= Math.min(HEADER_BYTES, limits.recordLength) || bytes.includes(10) || bytes.includes(13)) break;
  }
  stream.destroy();
  const format = foreignFormat(bytes.subarray(0, SIGNATURE_BYTES));
  if (format === '') throw new ImportStopped('not_text', { file: file.name });
  if (format !== null) throw new ImportStopped('unsupported_format', { file: file.name, value: format });
  const encoding = markedEncoding(bytes) ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, HEADER_BYTES)).split(/[\r\n]/, 1)[0]!;
}

/** The delimiter that occurs most often in the header. */
function delimiterOf(line: string): string {
  const [best] = ['\t', ';', ',', '|']
    .map((mark) => ({ mark, count: line.split(mark).length }))
    .toSorted((one, other) => other.count - one.count);
  return best!.mark;
}
