import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

/** One row of a report: what was measured, under which conditions, compared with what, and whether it meets its target. */
export interface Measure {
  measure: string;
  at: string;
  against: string;
  veld: number;
  other: number | null;
  ratio: number | null;
  target: string;
  holds: boolean;
}

export interface Options {
  isLong: boolean;
  seed: number;
}

/** `--smoke`: as little as possible of everything, to see that a benchmark still runs. It proves nothing about speed, so no target counts. */
export const isSmoke = process.argv.includes('--smoke');

/** A size, or with `--smoke` the small one. */
export function sized(full: number, small: number): number {
  return isSmoke ? small : full;
}

/** Parses `--long` and `--seed n`, the options of every benchmark and proof. */
export function parseRunOptions(args: readonly string[]): Options {
  const at = args.indexOf('--seed');
  return { isLong: args.includes('--long'), seed: at >= 0 ? Number(args[at + 1]) : 1 };
}

/**
 * The known names in a comma-separated list, in the order of `known`, and what is none of them. Names may contain commas. Without a
 * list, all names.
 */
export function listedNames<Name extends string>(list: string | null, known: readonly Name[]): { names: Name[]; unknown: string[] } {
  if (list === null) return { names: [...known], unknown: [] };
  const parts = list.split(',');
  const listed: string[] = [];
  const isKnown = (name: string) => (known as readonly string[]).includes(name);
  for (let from = 0, to = 0; from < parts.length; from = to) {
    const nameTo = (end: number) => parts.slice(from, end).join(',').trim();
    to = parts.length;
    while (to > from + 1 && !isKnown(nameTo(to))) to--;
    listed.push(nameTo(to));
  }
  return { names: known.filter((name) => listed.includes(name)), unknown: listed.filter((name) => !isKnown(name)) };
}

/** A seeded generator of numbers from 0 to 1, without 1 (mulberry32). */
export function seedRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/** The rows as the lines of a Markdown table. */
export function formatMeasures(rows: readonly Measure[]): string[] {
  const cells = rows.map((row) => [
    row.measure,
    row.at,
    row.against,
    String(row.veld),
    row.other === null ? '' : String(row.other),
    row.ratio === null ? '' : String(row.ratio),
    row.target,
    row.holds ? 'yes' : 'NO',
  ]);
  return formatTableLines(['measure', 'at', 'against', 'veld', 'other', 'ratio', 'target', 'holds'], cells);
}

/** The lines of a Markdown table. */
export function formatTableLines(head: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)];
}

/** Processor, memory and Node version of this machine, and the given further versions. */
export function describeMachine(besides: readonly string[] = []): string {
  return [
    cpus()[0]?.model ?? 'unknown',
    `${cpus().length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.version}`,
    ...besides,
  ].join(', ');
}

/** npm packages with their installed versions. */
export function listVersions(packages: readonly string[]): string[] {
  return packages.map((name) => {
    const text = readFileSync(resolve(import.meta.dirname, '../node_modules', name, 'package.json'), 'utf8');
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  });
}

/**
 * Prints the table, writes `results/<name>.json`, and exits with 1 when a row does not meet its target. `besides` are the versions
 * of other programs that took part.
 */
export function report(name: string, rows: readonly Measure[], besides: readonly string[] = []): never {
  const machine = describeMachine(besides);
  const folder = resolve(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ name, date: new Date().toISOString(), machine, rows }, null, 2)}\n`);
  for (const line of formatMeasures(rows)) console.log(line);
  console.log(machine);
  if (isSmoke && rows.length === 0) throw new Error('Nothing was measured');
  process.exit(isSmoke || rows.every((row) => row.holds) ? 0 : 1);
}
