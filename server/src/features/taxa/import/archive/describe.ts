import type { TaxonomyImportResult } from '@veld/contract';
import type { Archive, ArchiveFile } from './archive-file.ts';
import type { Dialect, Field, Table, TableKind } from '../rows/dialect.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import { readMeta } from './meta.ts';
import { markedEncoding } from '../rows/decode.ts';
import { readRows } from '../rows/rows.ts';
import { fieldOfTerm, VELD_NAMES, VELD_TAXA } from '../rows/terms.ts';
import { readTitle } from './xml.ts';

export interface Description {
  format: TaxonomyImportResult['format'];
  title: string | null;
  /** The table of taxa comes first. */
  tables: Table[];
}

const TABLE_FILE = /\.(csv|tsv|txt|tab)$/i;

/** The contents of an archive, by its meta.xml or else by the header lines of its tables. */
export async function describe(archive: Archive, shownName: string, limits: ImportLimits): Promise<Description> {
  const meta = archive.files.find((file) => file.name === 'meta.xml');
  if (meta) {
    const { tables, emlName } = await readMeta(archive, meta, limits);
    const eml = archive.files.find((file) => file.name === emlName);
    const title = eml ? await readTitle(eml, limits) : null;
    return { format: 'archive', title, tables };
  }
  const tables: Table[] = [];
  const candidates = archive.files.length === 1 ? archive.files : archive.files.filter(({ name }) => TABLE_FILE.test(name));
  for (const file of candidates) {
    const table = await tableByHeader(file, limits);
    if (table) tables.push(table);
  }
  const taxa = tables.filter(({ kind }) => kind === 'taxa');
  if (taxa.length === 0) throw new ImportStopped('no_taxa', { file: shownName });
  if (taxa.length > 1) throw new ImportStopped('file_twice', { file: shownName, value: taxa[1]!.files[0]!.name });
  return {
    format: taxa[0]!.isVeld ? 'veld' : 'darwin_core',
    title: null,
    tables: tables.toSorted((one, other) => Number(other.kind === 'taxa') - Number(one.kind === 'taxa')),
  };
}

/** A table, identified by its header line; null if it is not a table of an import. */
async function tableByHeader(file: ArchiveFile, limits: ImportLimits): Promise<Table | null> {
  const first = await firstLine(file, limits);
  const delimiter = delimiterOf(first);
  // Veld's own tables and most tab-separated files have no quotes, but if the header has quotes, values can have them too.
  const isVeld = delimiter === '\t' && isVeldHeader(first);
  const dialect: Dialect = {
    encoding: 'utf-8',
    delimiter,
    quote: isVeld || (delimiter === '\t' && !first.includes('"')) ? null : '"',
    lineEnds: undefined,
    headerLines: 1,
  };
  let header: string[] = [];
  for await (const { cells } of readRows(file, dialect, limits)) {
    header = cells.map((cell) => cell.trim());
    break;
  }
  const columns = new Map<Field, number>();
  for (const [index, title] of header.entries()) {
    const field = isVeld ? fieldOfVeld(header, title) : fieldOfTerm(title);
    if (!field) continue;
    if (columns.has(field))
      throw new ImportStopped('header_twice', { file: file.name, line: 1, column_number: index + 1, column_name: title });
    columns.set(field, index);
  }
  const kind = kindOf(columns, isVeld);
  if (!kind) return null;
  return { kind, files: [file], dialect, columns, defaults: new Map(), titles: new Map(header.entries()), isVeld };
}

function kindOf(columns: ReadonlyMap<Field, number>, isVeld: boolean): TableKind | null {
  if (isVeld) return columns.has('name') ? 'names' : 'taxa';
  if (columns.has('scientific_name') || columns.has('canonical_name')) return 'taxa';
  if (!columns.has('id')) return null;
  if (columns.has('vernacular_name')) return 'names';
  return columns.has('country_code') || columns.has('location_id') ? 'countries' : null;
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

const HEADER_BYTES = 64 * 1024;

async function firstLine(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const stream = await file.open();
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length >= Math.min(HEADER_BYTES, limits.recordLength) || bytes.includes(10) || bytes.includes(13)) break;
  }
  stream.destroy();
  const encoding = markedEncoding(bytes) ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, HEADER_BYTES)).split(/[\r\n]/, 1)[0]!;
}

/** The delimiter that occurs most often in the header. */
function delimiterOf(line: string): string {
  const [best] = ['\t', ';', ',']
    .map((mark) => ({ mark, count: line.split(mark).length }))
    .toSorted((one, other) => other.count - one.count);
  return best!.mark;
}
