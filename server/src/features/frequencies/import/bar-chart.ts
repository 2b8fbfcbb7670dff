import { FREQUENCY_WEEKS } from '@veld/contract';

/** A line of an eBird bar chart that has a number for each week. */
export type BarChartLine = { kind: 'lists'; numbers: number[] } | { kind: 'species'; name: string; numbers: number[] };

/** Whether the first lines of a file are those of a bar chart. */
export function isBarChart(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*"?Frequency of observations/i.test(line)) || lines.some((line) => readLine(line)?.kind === 'lists');
}

/**
 * Reads a line: the sample sizes, that is the number of lists of each week, or the share of lists with a species. Species are written
 * as `Mute Swan (<em class="sci">Cygnus olor</em>)`. Null for other lines.
 */
export function readLine(line: string): BarChartLine | null {
  const cells = line.split('\t').map((cell) => cell.replaceAll('"', '').trim());
  const values = cells.filter((cell) => cell !== '');
  const numbers = values.slice(-FREQUENCY_WEEKS).map(Number);
  if (values.length <= FREQUENCY_WEEKS || numbers.some((number) => !Number.isFinite(number) || number < 0)) return null;
  const label = line.split('\t').find((cell) => cell.trim() !== '')!;
  if (/^"?\s*Sample size/i.test(label)) return { kind: 'lists', numbers };
  return { kind: 'species', name: scientificIn(label), numbers };
}

function scientificIn(label: string): string {
  const marked = /<em[^>]*>\s*([^<]+?)\s*<\/em>/i.exec(label) ?? /\(([A-Z][a-z-]+ [a-z][^()]*)\)\s*$/.exec(label.trim());
  return marked ? marked[1]! : label.replaceAll('"', '').trim();
}

/** The country of a chart, from the name that eBird gives to its file: `ebird_US-CA__2010_2024_1_12_barchart.txt`. */
export function countryOfFile(name: string): string | null {
  return /ebird_([A-Z]{2})(?:-[A-Z0-9-]+)?__/i.exec(name)?.[1]?.toUpperCase() ?? null;
}
