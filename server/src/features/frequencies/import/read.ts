import { ANYWHERE, FREQUENCY_WEEKS, frequencyCell } from '@veld/contract';
import type { Archive } from '../../taxa/import/archive/archive-file.ts';
import { openArchive } from '../../taxa/import/archive/archive.ts';
import { findMeta } from '../../taxa/import/archive/describe.ts';
import { firstLines, readHeader } from '../../taxa/import/archive/header.ts';
import { type OccurrenceTable, readOccurrenceTables } from '../../taxa/import/archive/meta.ts';
import { IMPORT_LIMITS } from '../../taxa/import/limits.ts';
import { readRows } from '../../taxa/import/rows/rows.ts';
import { isOccurrenceTable, type Occurrence, occurrenceColumns, readOccurrence, type SkipReason } from './occurrences.ts';

/** The file cannot be imported, for a reason that the message explains to the operator. */
export class UnusableFile extends Error {}

export interface BarChart {
  kind: 'bar_chart';
  country: string;
  cell: number;
  lines: AsyncIterable<BarChartLine>;
}

export interface Occurrences {
  kind: 'occurrences';
  rows: AsyncIterable<Occurrence | SkipReason>;
}

export interface FileOptions {
  path: string;
  fileName: string;
  /** Of a bar chart. */
  country?: string | undefined;
  place?: { latitude: number; longitude: number } | undefined;
}

const HEAD_LINES = 20;

/** Opens a file and recognises what it is. Throws an `UnusableFile` for anything else; close the archive at the end. */
export async function openData(options: FileOptions): Promise<{ archive: Archive; data: BarChart | Occurrences }> {
  const archive = await openArchive(options.path, options.fileName, IMPORT_LIMITS);
  try {
    return { archive, data: await recognised(archive, options) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function recognised(archive: Archive, { fileName, country, place }: FileOptions): Promise<BarChart | Occurrences> {
  const meta = findMeta(archive);
  if (meta) {
    const tables = await readOccurrenceTables(meta.archive, meta.file, IMPORT_LIMITS);
    if (tables.length === 0) throw new UnusableFile('The archive has no table of records (rowType Occurrence)');
    return { kind: 'occurrences', rows: rowsOf(tables) };
  }
  const [file] = archive.files.filter(({ name }) => archive.files.length === 1 || /\.(csv|tsv|txt)$/i.test(name));
  if (!file) throw new UnusableFile('There is no table in the file');
  if (isBarChart(await firstLines(file, IMPORT_LIMITS, HEAD_LINES))) {
    const of = country ?? countryOfFile(fileName);
    if (!of) throw new UnusableFile('Set --country to the country of the bar chart, such as NL');
    const cell = place ? frequencyCell(place.latitude, place.longitude) : ANYWHERE;
    return { kind: 'bar_chart', country: of, cell, lines: linesOf(archive, file.name) };
  }
  const { dialect, titles } = await readHeader(file, IMPORT_LIMITS);
  if (!isOccurrenceTable(occurrenceColumns(titles)))
    throw new UnusableFile('The table lacks scientificName, eventDate, decimalLatitude or decimalLongitude, and is no bar chart');
  return { kind: 'occurrences', rows: rowsOf([{ files: [file], dialect, terms: titles, defaults: new Map() }]) };
}

async function* rowsOf(tables: readonly OccurrenceTable[]): AsyncGenerator<Occurrence | SkipReason> {
  for (const { files, dialect, terms, defaults } of tables) {
    const columns = occurrenceColumns(terms);
    const constants = occurrenceColumns([...defaults.keys()]);
    const values = [...defaults.values()];
    for (const file of files) {
      for await (const { cells, line } of readRows(file, dialect, IMPORT_LIMITS)) {
        if (line <= dialect.headerLines) continue;
        yield readOccurrence((column) => {
          const cell = (cells[columns.get(column) ?? -1] ?? '').trim();
          return cell === '' ? (values[constants.get(column) ?? -1] ?? '') : cell;
        });
      }
    }
  }
}

const TABS = { encoding: 'utf-8', delimiter: '\t', quote: null, lineEnds: undefined, headerLines: 0 };

async function* linesOf(archive: Archive, name: string): AsyncGenerator<BarChartLine> {
  const file = archive.files.find((one) => one.name === name)!;
  for await (const { cells } of readRows(file, TABS, IMPORT_LIMITS)) {
    const line = readLine(cells.join('\t'));
    if (line) yield line;
  }
}

/** A line of an eBird bar chart that has a number for each week. */
type BarChartLine = { kind: 'lists'; numbers: number[] } | { kind: 'species'; name: string; numbers: number[] };

/** Whether the first lines of a file are those of a bar chart. */
function isBarChart(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*"?Frequency of observations/i.test(line)) || lines.some((line) => readLine(line)?.kind === 'lists');
}

/**
 * Reads a line: the sample sizes, that is the number of lists of each week, or the share of lists with a species. Species are written
 * as `Mute Swan (<em class="sci">Cygnus olor</em>)`. Null for other lines.
 */
function readLine(line: string): BarChartLine | null {
  const cells = line.split('\t').map((cell) => cell.replaceAll('"', '').trim());
  const values = cells.filter((cell) => cell !== '');
  const numbers = values.slice(-FREQUENCY_WEEKS).map(Number);
  if (values.length <= FREQUENCY_WEEKS || numbers.some((number) => !Number.isFinite(number) || number < 0)) return null;
  const label = line.split('\t').find((cell) => cell.trim() !== '') ?? '';
  if (/^"?\s*Sample size/i.test(label)) return { kind: 'lists', numbers };
  return { kind: 'species', name: scientificIn(label), numbers };
}

function scientificIn(label: string): string {
  const [, name] = /<em[^>]*>\s*([^<]+?)\s*<\/em>/i.exec(label) ?? /\(([A-Z][a-z-]+ [a-z][^()]*)\)\s*$/.exec(label.trim()) ?? [];
  return name ?? label.replaceAll('"', '').trim();
}

/** The country of a chart, from the name that eBird gives to its file: `ebird_US-CA__2010_2024_1_12_barchart.txt`. */
function countryOfFile(name: string): string | null {
  return /ebird_([A-Z]{2})(?:-[A-Z0-9-]+)?__/i.exec(name)?.[1]?.toUpperCase() ?? null;
}
