import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from '@veld/contract';
import type * as taxonomy from '@veld/taxonomy';
import { COUNTRY_OF, buildTaxonList, type TaxonList } from '../relevance/lists.ts';
import { readTyped } from '../relevance/typed.ts';
import { describeMachine, type Measure, seedRandom, round, formatMeasures } from '../report.ts';
import { sampleFolderIfAny } from './names.ts';
import { alternated, type Size } from './plan.ts';

type Taxonomy = typeof taxonomy;
type Search = (text: string, limit: number) => readonly taxonomy.TaxonHit[];

/** Languages with different grammars: with and without compounds, with the head last and first. */
const MEASURED_LANGUAGES = ['en', 'nl', 'fr'];
const NAMES = 100;
/** Rounds in which the compiler optimises the code do not count. */
const ROUNDS: Readonly<Record<Size, number>> = { starter: 12, '100k': 8, '1M': 5 };
/** The first round does not count either. */
const IMPORT_ROUNDS: Readonly<Record<Size, number>> = { starter: 12, '100k': 7, '1M': 2 };
const REPORTED = 10;

/** The first suggestions may take at most this many times as long as at the commit. */
const MOST_TIMES = 1.5;
/** What the 95th percentile may be, in milliseconds. */
const MOST_P95: Readonly<Record<Size, number>> = { starter: 2, '100k': 2, '1M': 5 };

export interface AgainstOptions {
  commit: string;
  sizes: readonly Size[];
  seed: number;
  /** Every how many-th text of typed.tsv. */
  every: number;
  languages: readonly string[] | null;
}

interface Timed {
  text: string;
  now: number;
  before: number;
  hasSameHits: boolean;
}

/**
 * Compares the import and the search of the working tree with those of a commit, in one process, in alternating rounds. Each text
 * counts with its best round. Texts are typed letter by letter, with the first suggestions after each, and whole, with all hits.
 */
export async function compareWithCommit({ commit, sizes, seed, every, languages }: AgainstOptions): Promise<Measure[]> {
  const root = resolve(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'veld-against-'));
  try {
    const [now, before] = [await engineOf(join(root, 'taxonomy')), await engineOf(checkedOut(root, commit, folder))];
    const samples = sampleFolderIfAny();
    const rows: Measure[] = [];
    for (const at of sizes) {
      if (at !== 'starter' && samples === null) {
        console.log(`bench  ${at} is left out: it needs real names, in the folder that VELD_SAMPLES names (docs/benchmarks/taxonomy.md)`);
        continue;
      }
      const list = buildTaxonList(at, samples, seed);
      for (const language of languages ?? MEASURED_LANGUAGES) {
        rows.push(...imports(`${at}, ${language}`, [now, before], list, language, IMPORT_ROUNDS[at]));
        const searches = [searchOf(now, list, language), searchOf(before, list, language)] as const;
        const whole = [...typedIn(language, every), ...namesIn(list, language, seed)];
        const typed = new Set(whole.flatMap((text) => Array.from({ length: text.length }, (_, end) => text.slice(0, end + 1))));
        rows.push(...compared(at, language, 'letter by letter, limit 5', measured(searches, [...typed], 5, ROUNDS[at])));
        rows.push(...compared(at, language, 'whole text, limit 100', measured(searches, [...new Set(whole)], 100, ROUNDS[at])));
      }
    }
    console.log(formatMeasures(rows).join('\n'));
    console.log(describeMachine());
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The taxonomy package imports nothing, so its sources run where they are. */
function checkedOut(root: string, commit: string, folder: string): string {
  const into = join(folder, 'sources');
  mkdirSync(into);
  const archive = execFileSync('git', ['-C', root, 'archive', commit, 'taxonomy'], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', into], { input: archive });
  return join(into, 'taxonomy');
}

async function engineOf(folder: string): Promise<Taxonomy> {
  return (await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as Taxonomy;
}

/**
 * Packs and indexes the rows of the world's copy, with the names that each of the two searches, and with those that both do: the main
 * language's, the English and the scientific ones.
 */
function imports(at: string, engines: readonly Taxonomy[], { world }: TaxonList, language: string, rounds: number): Measure[] {
  return [
    { measure: 'import with all names, s', all: LANGUAGES },
    { measure: 'import with the same names, s', all: [] },
  ].map(({ measure, all }) => {
    const best = engines.map(() => Infinity);
    for (let number = 0; number < rounds; number++) {
      for (const side of alternated([0, 1] as const, number)) {
        const { buildIndex, nameLanguages } = engines[side]!;
        const started = performance.now();
        buildIndex(world, { languages: nameLanguages(language, [], all) });
        best[side] = Math.min(best[side]!, (performance.now() - started) / 1000);
      }
    }
    const [now, before] = best as [number, number];
    return rowOf(measure, at, now, before);
  });
}

/** The two copies of a device, in memory and warmed up. */
function searchOf({ buildIndex, nameLanguages, searchCopies }: Taxonomy, list: TaxonList, language: string): Search {
  const languages = nameLanguages(language, [], LANGUAGES);
  const copies = [list.ofCountry(COUNTRY_OF[language] ?? 'GB'), list.world].map((rows) => buildIndex(rows, { languages }));
  for (const copy of copies) while (copy.warmUp());
  return (text, limit) => searchCopies(copies, text, { limit });
}

function typedIn(language: string, every: number): string[] {
  return readTyped(every)
    .filter((typed) => typed.language === language)
    .map(({ text }) => text);
}

/** Names of the language, half of them from the commonest tenth. */
function namesIn({ world }: TaxonList, language: string, seed: number): string[] {
  const random = seedRandom(seed + 7000);
  const names: string[] = [];
  for (let draws = 0; names.length < NAMES && draws < NAMES * 100; draws++) {
    const row = world[Math.floor(random() * (draws % 2 === 0 ? world.length / 10 : world.length))]!;
    const name = row.names[language as 'en'];
    if (name) names.push(name.toLowerCase());
  }
  return names;
}

function measured(searches: readonly [now: Search, before: Search], texts: readonly string[], limit: number, rounds: number): Timed[] {
  const best = searches.map(() => texts.map(() => Infinity));
  for (let number = 0; number < rounds; number++) {
    for (const side of alternated([0, 1] as const, number)) {
      const search = searches[side];
      const own = best[side]!;
      for (const [at, text] of texts.entries()) {
        const started = performance.now();
        search(text, limit);
        const took = performance.now() - started;
        if (took < own[at]!) own[at] = took;
      }
    }
  }
  const hitsOf = (search: Search, text: string) => search(text, limit).map(({ id }) => id);
  return texts.map((text, at) => ({
    text,
    now: best[0]![at]!,
    before: best[1]![at]!,
    hasSameHits: String(hitsOf(searches[0], text)) === String(hitsOf(searches[1], text)),
  }));
}

function rowOf(measure: string, at: string, now: number, before: number): Measure {
  const [veld, other] = [round(now, 4), round(before, 4)];
  return { measure, at, against: 'the commit', veld, other, ratio: round(now / before, 2), target: '', holds: true };
}

function withMostTimes(measure: Measure): Measure {
  return { ...measure, target: `at most ${MOST_TIMES}`, holds: measure.ratio !== null && measure.ratio <= MOST_TIMES };
}

function withMost(measure: Measure, most: number): Measure {
  return { ...measure, target: `at most ${most} ms`, holds: measure.veld <= most };
}

function compared(
  size: Size,
  language: string,
  how: 'letter by letter, limit 5' | 'whole text, limit 100',
  timed: readonly Timed[],
): Measure[] {
  const at = `${size}, ${language}`;
  const same = timed.filter(({ hasSameHits }) => hasSameHits);
  const others = timed.filter(({ hasSameHits }) => !hasSameHits);
  console.log(`bench  ${at}, ${how}: other hits for ${others.length} of ${timed.length} texts: ${listed(others, ({ text }) => text)}`);
  const slowest = timed.toSorted((a, b) => b.now - a.now);
  console.log(`bench  slowest, ${at}, ${how}: ${listed(slowest, ({ text, now }) => `${text} ${round(now, 2)}`)}`);
  const row = (measure: string, some: readonly Timed[], of: (values: readonly number[]) => number): Measure => {
    const [now, before] = [of(some.map((one) => one.now)), of(some.map((one) => one.before))];
    return rowOf(`${how}, ${measure}, ms`, at, now, before);
  };
  const quantile = (share: number) => (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    row('mean', timed, mean),
    how === 'whole text, limit 100' ? row('p50', timed, quantile(0.5)) : withMostTimes(row('p50', timed, quantile(0.5))),
    withMost(row('p95', timed, quantile(0.95)), MOST_P95[size]),
    ...(same.length > 0 ? [row('mean of texts with the same hits', same, mean)] : []),
  ];
}

function listed(some: readonly Timed[], shown: (timed: Timed) => string): string {
  return some.slice(0, REPORTED).map(shown).join(' | ');
}
