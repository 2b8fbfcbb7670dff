import type { TaxonRow } from '@veld/contract';
import { isSmoke, listedNames, type Measure, median, parseRunOptions, round, listVersions } from '../report.ts';
import type { Device } from './device.ts';

const SIZES = ['starter', '100k', '1M'] as const;
export type Size = (typeof SIZES)[number];

/**
 * Each side is a worker in page/worker.ts, with the sizes it takes part in; larger ones exceed its memory or take hours. `empty`
 * answers immediately and shows what any page costs.
 */
const SIZES_OF = {
  empty: ['100k', '1M'],
  veld: SIZES,
  sqlite: ['100k', '1M'],
  baseline: ['100k'],
  flexsearch: ['100k'],
  minisearch: ['100k'],
  ufuzzy: ['100k'],
  'sqlite-lenient': SIZES,
  'minisearch-lenient': ['starter', '100k'],
  'orama-lenient': ['starter', '100k'],
  'ufuzzy-lenient': ['starter', '100k'],
  'fuse-lenient': ['starter'],
} as const satisfies Record<string, readonly Size[]>;

export type SideName = keyof typeof SIZES_OF;
export const SIDES = Object.keys(SIZES_OF) as SideName[];
/** Sides that are measured with what an earlier page stored. The others build their index in the page that is measured. */
export const PERSISTENT = ['veld', 'sqlite', 'baseline'] as const satisfies readonly SideName[];

/** Whether a text may match in part. Such sides take part in the queries only. */
export function isLenient(side: SideName): boolean {
  return side.endsWith('-lenient');
}

const MEASURES = ['import', 'size', 'opening', 'queries', 'memory', 'sync', 'typing'] as const;
export type MeasureName = (typeof MEASURES)[number];
export interface Plan {
  seed: number;
  isLong: boolean;
  sizes: readonly Size[];
  /** Whether to write the table to the document. */
  keeps: boolean;
  /** A commit whose search to compare with, instead of everything else. */
  against: string | null;
  /** For that comparison: every how many-th text, and the languages. */
  every: number;
  languages: readonly string[] | null;
  wants(measure: MeasureName): boolean;
  /** Those of the given sides that take part at a size. Veld always does. */
  sidesOf<Name extends SideName>(sides: readonly Name[], at: Size): Name[];
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

/**
 * Parses `--seed n`, `--long`, `--keep`, `--at 100k`, `--quick`, `--sides sqlite,ufuzzy` and `--only import,queries`; also
 * `--against commit` with `--every n` and `--languages en,nl`.
 */
export function parseTaxonomyPlan(args: readonly string[]): Plan {
  const after = (word: string) => (args.includes(word) ? (args[args.indexOf(word) + 1] ?? '') : null);
  const only = after('--only')?.split(',') ?? null;
  const isQuick = args.includes('--quick');
  const size = after('--at') ?? (isSmoke ? 'starter' : null);
  const at = isQuick ? '100k' : size === '1m' ? '1M' : size;
  const unknown = only?.filter((name) => !(MEASURES as readonly string[]).includes(name)) ?? [];
  const sides = listedNames(after('--sides') ?? (isSmoke ? 'sqlite-lenient' : null), SIDES);
  const isSize = (name: string): name is Size => (SIZES as readonly string[]).includes(name);
  if (unknown.length > 0 || sides.unknown.length > 0 || (at !== null && !isSize(at))) {
    console.error(
      `--only takes a comma-separated list of ${MEASURES.join(', ')}; --at takes ${SIZES.join(', ')}; --sides takes ${SIDES.join(', ')}.`,
    );
    process.exit(2);
  }
  const takesPart = (side: SideName) =>
    side === 'veld' || (sides.names.includes(side) && !(isQuick && !args.includes('--sides') && isLenient(side)));
  return {
    ...parseRunOptions(args),
    sizes: at === null ? SIZES : [at],
    keeps: args.includes('--keep'),
    against: after('--against'),
    every: Number(after('--every') ?? 1),
    languages: after('--languages')?.split(',') ?? null,
    wants: (measure) => only === null || only.includes(measure),
    sidesOf: (some, size) => some.filter((side) => takesPart(side) && (SIZES_OF[side] as readonly Size[]).includes(size)),
    say: (line) => console.log(`bench  ${line}`),
  };
}

const PACKAGES: Readonly<Partial<Record<SideName, readonly [name: string, from: string]>>> = {
  baseline: ['one row per taxon, Dexie', 'dexie'],
  sqlite: ['SQLite FTS5 trigram on OPFS', '@sqlite.org/sqlite-wasm'],
  flexsearch: ['FlexSearch', 'flexsearch'],
  minisearch: ['MiniSearch', 'minisearch'],
  ufuzzy: ['uFuzzy', '@leeoniya/ufuzzy'],
  'sqlite-lenient': ['SQLite FTS5, lenient', '@sqlite.org/sqlite-wasm'],
  'minisearch-lenient': ['MiniSearch, lenient', 'minisearch'],
  'orama-lenient': ['Orama, lenient', '@orama/orama'],
  'ufuzzy-lenient': ['uFuzzy, lenient', '@leeoniya/ufuzzy'],
  'fuse-lenient': ['Fuse.js, lenient', 'fuse.js'],
};

/** A side's name in the table. */
export function called(side: SideName): string {
  return PACKAGES[side]?.[0] ?? (side === 'empty' ? 'an empty page with a worker' : side);
}

/** The peers with their versions. */
export function versions(): string[] {
  return listVersions([...new Set(Object.values(PACKAGES).map(([, from]) => from))]);
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
