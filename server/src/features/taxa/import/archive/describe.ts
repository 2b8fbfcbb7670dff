import type { TaxonomyImportResult } from '@veld/contract';
import { parse, YAMLError } from 'yaml';
import { type FaultList, ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import type { Table } from '../rows/dialect.ts';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { type ColdpFile, fieldOfColdp, findColdpFiles, kindOfColdp } from './coldp.ts';
import { foreignZip } from './formats.ts';
import { findColumns, readHeader, tableByHeader } from './header.ts';
import { readMeta } from './meta.ts';
import { readSmallText, readXml } from './xml.ts';

const MAX_TITLE_LENGTH = 300;

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
  const meta = findMeta(archive);
  if (meta) {
    const { tables, emlName } = await readMeta(meta.archive, meta.file, limits, faults);
    return { format: 'archive', title: await readTitle(meta.archive, emlName, limits, faults), tables };
  }
  const title = await readTitle(archive, 'eml.xml', limits, faults);
  const coldp = await readColdp(archive.files, limits);
  if (coldp) return { format: 'coldp', title, tables: coldp };
  const tables: Table[] = [];
  const candidates = archive.files.length === 1 ? archive.files : archive.files.filter(({ name }) => TABLE_FILE.test(name));
  for (const file of candidates) {
    const table = await tableByHeader(file, limits, faults);
    if (table) tables.push(table);
  }
  const withTaxa = tables.filter(({ kind }) => kind === 'taxa');
  const [first] = withTaxa;
  if (!first) throw new ImportStopped('no_taxa', { file: shownName });
  // Records also have names of taxa, but beside a list of taxa they are not a second one.
  const taxa = withTaxa.filter(({ isOfOccurrences }) => !isOfOccurrences);
  const [list, second] = taxa;
  if (!list) throw new ImportStopped('occurrences', { file: first.files[0].name });
  if (second) throw new ImportStopped('file_twice', { file: shownName, value: second.files[0].name });
  const used = tables.filter((table) => table.kind !== 'taxa' || taxa.includes(table));
  return { format: list.isVeld ? 'veld' : 'darwin_core', title, tables: taxaFirst(used) };
}

/** The meta.xml that is nearest to the root, and the archive as seen from its folder; null if there is none. */
export function findMeta(archive: Archive): { archive: Archive; file: ArchiveFile } | null {
  const [nearest] = archive.files
    .filter(({ name }) => /(?:^|\/)meta\.xml$/i.test(name))
    .toSorted((one, other) => one.name.split('/').length - other.name.split('/').length);
  if (!nearest) return null;
  const folder = nearest.name.slice(0, nearest.name.lastIndexOf('/') + 1);
  const seen = ({ name, size, open }: ArchiveFile): ArchiveFile => ({ name: name.slice(folder.length), size, open });
  const files = archive.files.filter(({ name }) => name.startsWith(folder)).map(seen);
  return { archive: { files, close: () => archive.close() }, file: seen(nearest) };
}

function taxaFirst(tables: readonly Table[]): Table[] {
  return tables.toSorted((one, other) => Number(other.kind === 'taxa') - Number(one.kind === 'taxa'));
}

/** The tables of a ColDP data package; null if it is none. */
async function readColdp(all: readonly ArchiveFile[], limits: ImportLimits): Promise<Table[] | null> {
  const files = findColdpFiles(all);
  if (!files) return null;
  const described = new Map<ColdpFile, Table>();
  for (const [name, file] of files) {
    const { dialect, titles } = await readHeader(file, limits);
    const columns = findColumns(titles, (title) => fieldOfColdp(name, title));
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

/**
 * The title of a data set: from its EML, else from `metadata.yaml` or `metadata.json`; null if there is none. A description that
 * cannot be read is a warning, because the tables do not need it.
 */
async function readTitle(archive: Archive, emlName: string, limits: ImportLimits, faults: FaultList): Promise<string | null> {
  const named = (pattern: RegExp) => archive.files.find(({ name }) => pattern.test(name));
  const sources = [
    { file: archive.files.find(({ name }) => name === emlName), read: titleInEml },
    // JSON is a part of YAML.
    { file: named(/^metadata\.(?:ya?ml|json)$/i), read: titleInYaml },
  ];
  for (const { file, read } of sources) {
    if (!file) continue;
    try {
      const title = (await read(file, limits)).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
      if (title !== '') return title;
    } catch (error) {
      if (!(error instanceof ImportStopped)) throw error;
      const { line, column_number } = error.fault;
      faults.warn('metadata', { file: file.name, line, column_number });
    }
  }
  return null;
}

async function titleInEml(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const path: string[] = [];
  let title = '';
  await readXml(file, limits, (parser) => {
    parser.on('opentag', (tag) => void path.push(tag.local));
    parser.on('closetag', () => void path.pop());
    parser.on('text', (text) => {
      if (path.length === 3 && path[1] === 'dataset' && path[2] === 'title' && title.length < 500) title += text;
    });
  });
  return title;
}

async function titleInYaml(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const text = await readSmallText(file, limits);
  let content: unknown;
  try {
    // Aliases could expand to more than fits into memory.
    content = parse(text, { maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    const [place] = (error instanceof YAMLError ? error.linePos : null) ?? [];
    throw new ImportStopped('metadata', { file: file.name, line: place?.line ?? null, column_number: place?.col ?? null });
  }
  const title = typeof content === 'object' && content !== null && 'title' in content ? content.title : null;
  return typeof title === 'string' ? title : '';
}
