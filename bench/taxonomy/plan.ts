import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TaxonRow } from '@veld/contract';
import { type Measure, median, optionsOf, round } from '../report.ts';
import type { Device } from './device.ts';

/** Each is a worker in page/sides; `empty` answers immediately and shows what any page costs. */
export const SIDES = ['empty', 'veld', 'baseline', 'sqlite', 'flexsearch', 'minisearch', 'ufuzzy'] as const;
export type SideName = (typeof SIDES)[number];
/** Sides with persistent storage. */
export const PERSISTENT = ['veld', 'sqlite', 'baseline'] as const satisfies readonly SideName[];
export const IN_MEMORY = ['flexsearch', 'minisearch', 'ufuzzy'] as const satisfies readonly SideName[];

const MEASURES = ['import', 'size', 'opening', 'queries', 'memory', 'sync', 'typing'] as const;
export type MeasureName = (typeof MEASURES)[number];
export type Size = '100k' | '1M';

export interface Plan {
  seed: number;
  isLong: boolean;
  sizes: readonly Size[];
  /** Whether to write the table to the document. */
  keeps: boolean;
  wants(measure: MeasureName): boolean;
  say(line: string): void;
}

/** What all measures of one size share. */
export interface Setup {
  at: Size;
  taxa: readonly TaxonRow[];
  /** URLs of the taxa on the bench's own server. */
  pages: string[];
  devices: Readonly<Record<SideName, Device>>;
  /** Another device of a side, for a round in a fresh profile. */
  newDevice(side: SideName): Device;
}

/** Parses `--seed n`, `--long`, `--keep`, `--at 100k` (or `--quick`) and `--only import,queries`. */
export function planOf(args: readonly string[]): Plan {
  const after = (word: string) => (args.includes(word) ? (args[args.indexOf(word) + 1] ?? '') : null);
  const only = after('--only')?.split(',') ?? null;
  const size = after('--at');
  const at = args.includes('--quick') ? '100k' : size === '1m' ? '1M' : size;
  const unknown = only?.filter((name) => !(MEASURES as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0 || (at !== null && at !== '100k' && at !== '1M')) {
    console.error(`--only takes a comma-separated list of ${MEASURES.join(', ')}; --at takes 100k or 1M.`);
    process.exit(2);
  }
  return {
    ...optionsOf(args),
    sizes: at === null ? ['100k', '1M'] : [at],
    keeps: args.includes('--keep'),
    wants: (measure) => only === null || only.includes(measure),
    say: (line) => console.log(`bench  ${line}`),
  };
}

const PACKAGES: Partial<Record<SideName, [name: string, from: string]>> = {
  baseline: ['one row per taxon, Dexie', 'dexie'],
  sqlite: ['SQLite FTS5 trigram on OPFS', '@sqlite.org/sqlite-wasm'],
  flexsearch: ['FlexSearch', 'flexsearch'],
  minisearch: ['MiniSearch', 'minisearch'],
  ufuzzy: ['uFuzzy', '@leeoniya/ufuzzy'],
};

/** A side's name in the table. */
export function called(side: SideName): string {
  return PACKAGES[side]?.[0] ?? (side === 'empty' ? 'an empty page with a worker' : side);
}

/** The peers with their versions. */
export function versions(): string[] {
  return Object.values(PACKAGES).map(([, name]) => {
    const text = readFileSync(resolve(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8');
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  });
}

/**
 * The target of a ratio. `times`: the other value must be at least this many times Veld's; `most`: Veld's may be at most this
 * many times the other.
 */
export type Target = { times: number } | { most: number } | null;

/**
 * A row from one value per round and side. The ratio is the median of the rounds' ratios, not the ratio of the medians shown.
 */
export function compared(
  measure: string,
  at: string,
  other: SideName,
  values: { veld: readonly number[]; other: readonly number[] },
  target: Target,
): Measure {
  const rounds = Math.max(values.veld.length, values.other.length);
  // A side that was measured once is compared with each round of the other.
  const of = (list: readonly number[], at: number) => list[Math.min(at, list.length - 1)]!;
  const isTimes = target !== null && 'times' in target;
  const ratios = Array.from({ length: rounds }, (_, at) => {
    const ratio = of(values.veld, at) / of(values.other, at);
    return isTimes ? 1 / ratio : ratio;
  });
  const ratio = median(ratios);
  return {
    measure,
    at,
    against: called(other),
    veld: shown(median(values.veld)),
    other: shown(median(values.other)),
    ratio: round(ratio, 3),
    target: target === null ? '' : isTimes ? `${target.times} times better` : `at most ${target.most}`,
    holds: target === null || (isTimes ? ratio >= target.times : ratio <= target.most),
  };
}

const shown = (value: number) => round(value, value < 0.1 ? 4 : 3);

/** The sides of a round, in reverse order every other round. */
export function alternated<Side>(sides: readonly Side[], count: number): readonly Side[] {
  return count % 2 === 0 ? sides : sides.toReversed();
}
