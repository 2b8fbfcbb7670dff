import { itemAt } from '@veld/contract';
import type { SaxesTagNS } from 'saxes';
import type { Archive, ArchiveFile } from './archive-file.ts';
import type { Dialect, Field, Table, TableKind } from '../rows/dialect.ts';
import { type FaultList, type FaultPlace, ImportStopped } from '../faults.ts';
import { defaultQuote, firstLines, OCCURRENCE } from './header.ts';
import type { ImportLimits } from '../limits.ts';
import { fieldOfTerm } from '../rows/terms.ts';
import { readXml } from './xml.ts';

/** Kinds of tables by the last part of the URL of their row type, or by their row type without one. */
const KINDS: Record<string, TableKind> = {
  taxon: 'taxa',
  taxa: 'taxa',
  checklist: 'taxa',
  vernacularname: 'names',
  vernacularnames: 'names',
  distribution: 'countries',
  distributions: 'countries',
  speciesprofile: 'profiles',
  speciesprofiles: 'profiles',
};
/** Row types that say only that the columns are terms of Darwin Core, as its first versions did. */
const GENERIC = new Set(['', 'darwincore', 'simpledarwincore', 'darwinrecord', 'simpledarwinrecord', 'simpledarwinrecordset']);

interface Described {
  tag: string;
  at: FaultPlace;
  attributes: Record<string, string>;
  locations: { name: string; at: FaultPlace }[];
  id: { index: number | null; at: FaultPlace } | null;
  fields: { index: number | null; term: string; fallback: string | null; at: FaultPlace }[];
}

/** The tables of a Darwin Core Archive, as described in its meta.xml. Omits extensions that Veld does not use. */
export async function readMeta(
  archive: Archive,
  file: ArchiveFile,
  limits: ImportLimits,
  faults: FaultList,
): Promise<{ tables: Table[]; emlName: string }> {
  const { described, emlName } = await readDescribed(file, limits);
  const tables: Table[] = [];
  for (const entry of described) {
    const table = entry.tag === 'core' ? tableOf(archive, entry) : extensionOf(archive, entry, faults);
    if (!table) continue;
    await settleQuote(table.dialect, table.files[0], entry, limits);
    tables.push(table);
  }
  // The core comes first, because the other tables refer to it.
  return { tables: tables.toSorted((one, other) => Number(other.kind === 'taxa') - Number(one.kind === 'taxa')), emlName };
}

/** A table of records: its files, and the term of each column. */
export interface OccurrenceTable {
  files: Table['files'];
  dialect: Dialect;
  terms: string[];
  /** Constant values of terms without a column. */
  defaults: Map<string, string>;
}

/** The tables of records of a Darwin Core Archive: its core, or an extension. */
export async function readOccurrenceTables(archive: Archive, file: ArchiveFile, limits: ImportLimits): Promise<OccurrenceTable[]> {
  const { described } = await readDescribed(file, limits);
  const tables: OccurrenceTable[] = [];
  for (const entry of described) {
    if (!/(?:^|[/#:])occurrence$/i.test((entry.attributes.rowType ?? '').trim())) continue;
    const files = filesOf(archive, entry);
    const dialect = dialectOf(entry.attributes, entry.at);
    await settleQuote(dialect, files[0], entry, limits);
    const terms: string[] = [];
    for (const { index, term } of entry.fields) if (index !== null) terms[index] ??= term;
    const constants = entry.fields.flatMap(({ index, term, fallback }) => (index === null && fallback ? [[term, fallback] as const] : []));
    tables.push({ files, dialect, terms: Array.from(terms, (term) => term ?? ''), defaults: new Map(constants) });
  }
  return tables;
}

/** Many archives leave the quote to its default although their values have none, and a stray one would swallow rows. */
async function settleQuote(dialect: Dialect, file: ArchiveFile, { attributes }: Described, limits: ImportLimits): Promise<void> {
  if (attributes.fieldsEnclosedBy !== undefined || dialect.delimiter !== '\t') return;
  dialect.quote = defaultQuote(dialect.delimiter, itemAt(await firstLines(file, limits, 1), 0));
}

async function readDescribed(file: ArchiveFile, limits: ImportLimits): Promise<{ described: Described[]; emlName: string }> {
  const described: Described[] = [];
  let emlName = 'eml.xml';
  let current: Described | null = null;
  let location: { text: string; at: FaultPlace } | null = null;
  await readXml(file, limits, (parser) => {
    let at: FaultPlace = {};
    // The position of the tag. The parser has already read its name and one more character.
    parser.on('opentagstart', (tag) => {
      at = { file: file.name, line: parser.line, column_number: Math.max(1, parser.column - tag.name.length - 1) };
    });
    parser.on('opentag', (tag) => {
      const attributes = attributesOf(tag);
      if (tag.local === 'archive') emlName = attributes.metadata ?? emlName;
      else if (tag.local === 'core' || tag.local === 'extension') {
        current = { tag: tag.local, at, attributes, locations: [], id: null, fields: [] };
        described.push(current);
      } else if (!current) return;
      else if (tag.local === 'location') location = { text: '', at };
      else if (tag.local === 'id' || tag.local === 'coreid') current.id = { index: indexOf(attributes, at), at };
      else if (tag.local === 'field')
        current.fields.push({ index: indexOf(attributes, at), term: attributes.term ?? '', fallback: attributes.default ?? null, at });
    });
    parser.on('text', (text) => {
      if (location) location.text += text;
    });
    parser.on('closetag', (tag) => {
      if (tag.local === 'core' || tag.local === 'extension') current = null;
      if (tag.local === 'location' && location && current) current.locations.push({ name: location.text.trim(), at: location.at });
      if (tag.local === 'location') location = null;
    });
  });
  const cores = described.filter(({ tag }) => tag === 'core');
  if (cores.length !== 1) throw new ImportStopped('no_core', { file: file.name, line: cores[1]?.at.line ?? null });
  return { described, emlName };
}

function filesOf(archive: Archive, { at, locations }: Pick<Described, 'at' | 'locations'>): Table['files'] {
  const [first, ...others] = locations;
  if (!first) throw new ImportStopped('no_location', at);
  const find = ({ name: location, at: where }: Described['locations'][number]) => {
    const name = location.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const found =
      archive.files.find((entry) => entry.name === name) ?? archive.files.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new ImportStopped('file_missing', { ...where, column_name: 'location', value: location });
    return found;
  };
  return [find(first), ...others.map(find)];
}

/** The table of an extension; null if Veld does not use it. The core can be read without a file that is missing. */
function extensionOf(archive: Archive, entry: Described, faults: FaultList): Table | null {
  try {
    return tableOf(archive, entry);
  } catch (error) {
    if (!(error instanceof ImportStopped) || (error.fault.code !== 'file_missing' && error.fault.code !== 'no_location')) throw error;
    faults.add({ ...error.fault, is_warning: true });
    return null;
  }
}

function kindOf(tag: string, rowType: string, fields: Described['fields']): TableKind | null {
  const type = rowType
    .trim()
    .replace(/[/#]+$/, '')
    .replace(/^.*[/#:]/, '')
    .toLowerCase();
  if (tag !== 'core' || !GENERIC.has(type)) return KINDS[type] ?? null;
  const isList = fields.some(({ term }) => fieldOfTerm(term) === 'scientific_name') && !fields.some(({ term }) => OCCURRENCE.test(term));
  return isList ? 'taxa' : null;
}

function tableOf(archive: Archive, { tag, at, attributes, locations, id, fields }: Described): Table | null {
  const type = attributes.rowType ?? '';
  const kind = kindOf(tag, type, fields);
  if (tag === 'core' && kind !== 'taxa') throw new ImportStopped('core_type', { ...at, column_name: 'rowType', value: type });
  if (!kind || (tag === 'extension' && kind === 'taxa')) return null;
  const files = filesOf(archive, { at, locations });

  const columns = new Map<Field, number>();
  const defaults = new Map<Field, string>();
  const titles = new Map<number, string>();
  for (const { index, term, fallback } of fields) {
    const field = fieldOfTerm(term);
    const title = term.replace(/^.*[/#:]/, '');
    if (index !== null && !titles.has(index)) titles.set(index, title);
    if (!field) continue;
    if (index !== null && !columns.has(field)) columns.set(field, index);
    if (fallback !== null && fallback !== '') defaults.set(field, fallback);
  }
  // In an extension, the coreid column contains the id, whether or not there is a taxonID column.
  if (id && id.index !== null) {
    if (tag === 'extension' || !columns.has('id')) columns.set('id', id.index);
    if (!titles.has(id.index)) titles.set(id.index, tag === 'core' ? 'id' : 'coreid');
  } else if (tag === 'extension' || !columns.has('id')) throw new ImportStopped('no_id_index', id?.at ?? at);
  return { kind, files, dialect: dialectOf(attributes, at), columns, defaults, titles, isVeld: false };
}

function dialectOf(attributes: Record<string, string>, at: FaultPlace): Dialect {
  const label = attributes.encoding?.trim() || 'UTF-8';
  // Also "ISO 8859-1".
  const encoding = [label, label.replace(/[\s_]+/g, '-')].find(isEncoding);
  if (encoding === undefined) throw new ImportStopped('unknown_encoding', { ...at, column_name: 'encoding', value: label });
  const delimiter = attributes.fieldsTerminatedBy === undefined ? ',' : unescaped(attributes.fieldsTerminatedBy);
  if (delimiter.length !== 1 || /[\r\n]/.test(delimiter))
    throw new ImportStopped('delimiter', { ...at, column_name: 'fieldsTerminatedBy', value: attributes.fieldsTerminatedBy ?? '' });
  const quote = attributes.fieldsEnclosedBy === undefined ? '"' : unescaped(attributes.fieldsEnclosedBy);
  if (quote.length > 1 || quote === delimiter)
    throw new ImportStopped('delimiter', { ...at, column_name: 'fieldsEnclosedBy', value: attributes.fieldsEnclosedBy ?? '' });
  const lineEnd = attributes.linesTerminatedBy === undefined ? '\n' : unescaped(attributes.linesTerminatedBy);
  const lines = attributes.ignoreHeaderLines?.trim() || '0';
  if (!/^\d{1,4}$/.test(lines)) throw new ImportStopped('index', { ...at, column_name: 'ignoreHeaderLines', value: lines });
  return {
    encoding,
    delimiter,
    quote: quote === '' ? null : quote,
    // Files declared with \n line endings often have those of Windows.
    lineEnds: lineEnd === '\r' ? ['\r'] : ['\r\n', '\n'],
    headerLines: Number(lines),
  };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function unescaped(text: string): string {
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', f: '\f', '\\': '\\', '"': '"', "'": "'" };
  return text.replace(/\\(.)/g, (whole, letter: string) => escapes[letter] ?? whole).replace(/^&quot;$/, '"');
}

const MAX_COLUMNS = 2_000;

function indexOf(attributes: Record<string, string>, at: FaultPlace): number | null {
  const text = attributes.index?.trim();
  if (text === undefined || text === '') return null;
  if (!/^\d{1,9}$/.test(text) || Number(text) > MAX_COLUMNS) throw new ImportStopped('index', { ...at, column_name: 'index', value: text });
  return Number(text);
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  return Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value]));
}
