import { findOwn, itemAt, type Language } from '@veld/contract';
import type { ArchiveFile } from './archive-file.ts';
import { fieldOfColdp, isColdpHeader } from './coldp.ts';
import { foreignFormat } from './formats.ts';
import type { Dialect, Field, Table, TableKind } from '../rows/dialect.ts';
import { type FaultList, ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import { markedEncoding } from '../rows/decode.ts';
import { readRows } from '../rows/rows.ts';
import { languageOfTitle } from '../rows/name-columns.ts';
import { fieldOfTerm, fieldOfTitle, VELD_NAMES, VELD_STATUSES, VELD_TAXA } from '../rows/terms.ts';
import { parseName } from '../values/names/parse.ts';

export interface Header {
  dialect: Dialect;
  titles: string[];
}

/** How many rows are searched for the titles if the first row has none. */
const SAMPLE_ROWS = 10;

/** A table, identified by its titles; null if it is not a table of an import. */
export async function tableByHeader(file: ArchiveFile, limits: ImportLimits, faults: FaultList): Promise<Table | null> {
  const header = await readHeader(file, limits);
  if (header.dialect.delimiter === '\t' && isVeldHeader(header.titles)) return tableOfVeld(file, header);
  return tableOf(file, header, faults) ?? (await tableBelowText(file, limits, faults));
}

/** A table with a heading or comments above its titles, or without titles. */
async function tableBelowText(file: ArchiveFile, limits: ImportLimits, faults: FaultList): Promise<Table | null> {
  let sample: Awaited<ReturnType<typeof readSample>>;
  try {
    sample = await readSample(file, limits);
  } catch (error) {
    // Without titles it is no table, whatever else is wrong with it.
    if (error instanceof ImportStopped) return null;
    throw error;
  }
  const { dialect, rows, lines } = sample;
  for (const [index, titles] of rows.entries()) {
    const table = tableOf(file, { dialect: { ...dialect, headerLines: itemAt(lines, index) }, titles }, faults);
    if (table) return table;
  }
  return listOfNames(file, dialect, rows);
}

function tableOfVeld(file: ArchiveFile, { dialect, titles }: Header): Table {
  const columns = findColumns(titles, (title) => fieldOfVeld(titles, title));
  return {
    kind: columns.has('name') ? 'names' : columns.has('country_code') ? 'countries' : 'taxa',
    files: [file],
    dialect: { ...dialect, quote: null },
    columns,
    defaults: new Map(),
    titles: new Map(titles.entries()),
    isVeld: true,
  };
}

function tableOf(file: ArchiveFile, { dialect, titles }: Header, faults: FaultList): Table | null {
  const isColdp = isColdpHeader(titles);
  const columns = findColumns(titles, isColdp ? (title) => fieldOfColdp('nameusage', title) : fieldOfTerm);
  // Words that are no terms only count where no term has their meaning.
  const known = new Set(columns.values());
  for (const [index, title] of titles.entries()) {
    const field = known.has(index) ? null : fieldOfTitle(title);
    if (field !== null && !columns.has(field)) columns.set(field, index);
  }
  addSpecies(columns, titles);
  const kind = kindOf(columns);
  if (!kind) return null;
  warnOfRepeatedTitles(file, { dialect, titles }, columns, faults);
  return {
    kind,
    files: [file],
    dialect,
    columns,
    nameColumns: kind === 'taxa' ? nameColumnsOf(titles, new Set(columns.values())) : new Map<number, Language>(),
    defaults: new Map(),
    titles: new Map(titles.entries()),
    isVeld: false,
    isColdp,
    isOfOccurrences: titles.some((title) => OCCURRENCE.test(title)),
  };
}

/** Terms of tables of records, also of the first versions of Darwin Core. */
export const OCCURRENCE =
  /(?:^|[/#:])(?:occurrenceID|basisOfRecord|decimalLatitude|decimalLongitude|recordedBy|collector|individualCount|catalog(?:ue)?Number)$/i;

/** A column "Species" has the names, or the epithets if another one has the genus. */
function addSpecies(columns: Map<Field, number>, titles: readonly string[]): void {
  if (columns.has('scientific_name') || columns.has('canonical_name') || columns.has('specific_epithet')) return;
  const index = titles.findIndex((title) => /^(?:species|taxon)(?:[ _]?name)?$/i.test(title));
  if (index < 0) return;
  columns.set(columns.has('genus') && /^species$/i.test(itemAt(titles, index)) ? 'specific_epithet' : 'scientific_name', index);
}

/** A table of one column without a title, whose first rows all have a scientific name. */
function listOfNames(file: ArchiveFile, dialect: Dialect, rows: readonly string[][]): Table | null {
  const isName = (text: string) => /^\p{Lu}[\p{Ll}-]+ [\p{Ll}×]/u.test(text) && parseName(text).rank === 'species';
  if (rows.length === 0 || !rows.every((cells) => cells.length === 1 && cells.every(isName))) return null;
  return {
    kind: 'taxa',
    files: [file],
    dialect: { ...dialect, headerLines: dialect.headerLines - 1 },
    columns: new Map([['scientific_name', 0]]),
    defaults: new Map(),
    titles: new Map(),
    isVeld: false,
  };
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

/** The titles of a table, in its first row, and its dialect. */
export async function readHeader(file: ArchiveFile, limits: ImportLimits): Promise<Header> {
  const { dialect, rows } = await readSample(file, limits, 1);
  return { dialect, titles: rows[0] ?? [] };
}

interface Sample {
  dialect: Dialect;
  rows: string[][];
  /** The line of each row. */
  lines: number[];
}

/** The first rows of a table, trimmed. `dialect.headerLines` ends with the first of them. */
async function readSample(file: ArchiveFile, limits: ImportLimits, count = SAMPLE_ROWS): Promise<Sample> {
  const texts = await firstLines(file, limits, count);
  const separator = EXCEL_SEPARATOR.exec(itemAt(texts, 0))?.[1];
  const delimiter = separator ?? delimiterOf(texts);
  const dialect: Dialect = {
    encoding: 'utf-8',
    delimiter,
    quote: defaultQuote(delimiter, itemAt(texts, 0)),
    lineEnds: undefined,
    headerLines: 1,
  };
  const rows: string[][] = [];
  const lines: number[] = [];
  for await (const { cells, line } of readRows(file, dialect, limits)) {
    if (separator !== undefined && line === 1) continue;
    rows.push(cells.map((cell) => cell.trim()));
    lines.push(line);
    if (rows.length === count) break;
  }
  return { dialect: { ...dialect, headerLines: lines[0] ?? 1 }, rows, lines };
}

/** Most tab-separated files have no quotes, but if the first line has some, values can have them too. */
export function defaultQuote(delimiter: string, firstLine: string): '"' | null {
  return delimiter === '\t' && !firstLine.includes('"') ? null : '"';
}

/** The column of each field; the first one if several have it, as `genus` and `genericName` do in some lists. */
export function findColumns(titles: readonly string[], fieldOf: (title: string) => Field | null): Map<Field, number> {
  const columns = new Map<Field, number>();
  for (const [index, title] of titles.entries()) {
    const field = fieldOf(title);
    if (field && !columns.has(field)) columns.set(field, index);
  }
  return columns;
}

function warnOfRepeatedTitles(
  file: ArchiveFile,
  { dialect, titles }: Header,
  columns: ReadonlyMap<Field, number>,
  faults: FaultList,
): void {
  const used = new Set([...columns.values()].map((index) => itemAt(titles, index).toLowerCase()));
  for (const [index, title] of titles.entries()) {
    const isRepeated = titles.findIndex((other) => other.toLowerCase() === title.toLowerCase()) < index;
    if (isRepeated && used.has(title.toLowerCase()))
      faults.warn('header_twice', { file: file.name, line: dialect.headerLines, column_number: index + 1, column_name: title });
  }
}

function kindOf(columns: ReadonlyMap<Field, number>): TableKind | null {
  if (columns.has('scientific_name') || columns.has('canonical_name')) return 'taxa';
  if (columns.has('id') && columns.has('vernacular_name') && !columns.has('specific_epithet')) return 'names';
  if ((columns.has('genus') || columns.has('generic_name')) && columns.has('specific_epithet')) return 'taxa';
  if (!columns.has('id')) return null;
  if (columns.has('country_code') || columns.has('location_id')) return 'countries';
  return columns.has('is_invasive') ? 'profiles' : null;
}

function isVeldHeader(titles: readonly string[]): boolean {
  const has = (...names: string[]) => names.every((name) => titles.includes(name));
  // Other tables about names, which have more columns, are not imported.
  if (has('id', 'scientific_name')) return true;
  return (has('taxon_id', 'language', 'name') && titles.length === 3) || (has('taxon_id', 'country_code') && titles.every(isVeldStatus));
}

const isVeldStatus = (title: string) => Object.hasOwn(VELD_STATUSES, title);

function fieldOfVeld(header: readonly string[], title: string): Field | null {
  const known = !header.includes('taxon_id') ? VELD_TAXA : header.includes('country_code') ? VELD_STATUSES : VELD_NAMES;
  return findOwn(known, title);
}

/** The first line of a table that declares the delimiter for Excel. */
const EXCEL_SEPARATOR = /^\uFEFF?"?sep=(.)"?$/i;

const HEADER_BYTES = 64 * 1024;
/** Enough bytes to distinguish formats. */
const SIGNATURE_BYTES = 512;

/** Up to `count` first lines of a table, at least one. Throws an `ImportStopped` for files that are not text. */
export async function firstLines(file: ArchiveFile, limits: ImportLimits, count: number): Promise<string[]> {
  const stream = await file.open();
  const enough = Math.min(HEADER_BYTES, limits.recordLength);
  const chunks: AsyncIterable<Buffer> = stream;
  let bytes = Buffer.alloc(0);
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length >= enough || (count === 1 && (bytes.includes(10) || bytes.includes(13)))) break;
  }
  stream.destroy();
  const format = foreignFormat(bytes.subarray(0, SIGNATURE_BYTES));
  if (format === '') throw new ImportStopped('not_text', { file: file.name });
  if (format !== null) throw new ImportStopped('unsupported_format', { file: file.name, value: format });
  const encoding = markedEncoding(bytes) ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, HEADER_BYTES)).split(/\r\n|\r|\n/, count);
}

/** The delimiter that occurs most often in one of the lines. */
function delimiterOf(lines: readonly string[]): string {
  const marks = ['\t', ';', ',', '|']
    .map((mark) => ({ mark, count: Math.max(...lines.map((line) => line.split(mark).length)) }))
    .toSorted((one, other) => other.count - one.count);
  return itemAt(marks, 0).mark;
}
