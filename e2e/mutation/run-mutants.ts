import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileMutant } from './draw.ts';
import { importGraph } from './imports.ts';
import { instrument } from './instrument.ts';
import { type TestFile, TestRunner } from './test-runner.ts';

export interface Options {
  /** A copy of the project; its sources are overwritten. */
  root: string;
  /** The configuration of Vitest, from `root`. */
  config: string;
  mutants: readonly FileMutant[];
  /** How many mutants run at the same time. */
  processes: number;
  /** How much slower than the reference the machine is. */
  machineFactor: number;
  env?: Record<string, string>;
  /** Where results are kept: the next run asks only tests that changed what they reach, and goes on after one that was interrupted. */
  cacheFolder?: string;
  onOutcome?: (outcome: Outcome) => void;
  log?: (line: string) => void;
}

export interface Outcome {
  mutant: FileMutant;
  state: 'killed' | 'timeout' | 'survived' | 'unreached';
  /** The test that killed it. */
  by: string | null;
  ms: number;
}

/** What a test file does while no mutant is on. */
interface TestReach extends TestFile {
  /** The environment that the file asks for; only files with the same one share a worker. */
  environment: string;
  ms: number;
  failed: string | null;
  reached: number[];
}

/** A test file, and what it tells about the mutants it may kill. */
interface RankedTest extends TestReach {
  /** Over how many imports it reaches each source. */
  distances: ReadonlyMap<string, number>;
  /** How many mutants of each source it has killed. */
  kills: Map<string, number>;
}

export interface MutationRun {
  outcomes: Outcome[];
  /** Test files that fail with no mutant on; they take no part. */
  broken: string[];
  tests: number;
}

/** Where the copy has switch.ts. */
const SWITCH = 'mutation-switch.ts';
/** How long no test may end before the run counts as hanging: this, and a multiple of what the slowest file takes without a mutant. */
const LIMIT_MS = 20_000;
const LIMIT_FACTOR = 5;
const INTACT_LIMIT_MS = 600_000;
/** What a test file costs before its first test. */
const START_MS = 300;
/** With each import between a test and the mutant, the test comes after others that take up to three times longer. */
const FAR = 3;
/** How many test files run before the next, larger batch is worth its start. */
const FIRST_BATCH = 4;

/** Instruments the sources, asks every test file which mutants it reaches, then runs for each mutant those that do, until one fails. */
export async function runMutants(options: Options): Promise<MutationRun> {
  const { root, mutants, processes, log = () => {} } = options;
  const graph = importGraph(root);
  const earlier = options.cacheFolder ? new Outcomes(join(options.cacheFolder, `outcomes-${hashOfFiles(root, () => true)}.jsonl`)) : null;
  const changed = new Set(mutants.map(({ path }) => path));
  const runners = Array.from({ length: processes }, () => new TestRunner(root, join(root, options.config), options.env ?? {}));
  try {
    cpSync(join(import.meta.dirname, 'switch.ts'), join(root, SWITCH));
    for (const path of changed) instrumentFile(root, path, mutants);
    const files = (await runners[0]!.list()).filter(({ path }) => [...graph(path).keys()].some((imported) => changed.has(imported)));
    log(`${mutants.length} mutants in ${changed.size} files, which ${files.length} test files import`);
    const reaches = await findReaches(options, files, runners);
    log('what the tests reach is known');
    const intact = reaches
      .filter(({ failed }) => failed === null)
      .map((reach) => ({ ...reach, distances: graph(reach.path), kills: new Map<string, number>() }));
    const queue = cheapestFirst(mutants, intact);
    const outcomes: Outcome[] = [];
    await Promise.all(
      runners.map(async (runner) => {
        for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
          const outcome = earlier?.find(mutant) ?? (await tryMutant(runner, mutant, intact, options.machineFactor));
          // A test that takes no part now may kill a survivor later.
          if (outcome.state === 'killed' || outcome.state === 'timeout' || intact.length === reaches.length) earlier?.add(outcome);
          outcomes.push(outcome);
          options.onOutcome?.(outcome);
        }
      }),
    );
    return {
      outcomes: outcomes.toSorted((one, two) => mutants.indexOf(one.mutant) - mutants.indexOf(two.mutant)),
      broken: reaches.filter(({ failed }) => failed !== null).map(({ path, failed }) => `${path}: ${failed}`),
      tests: files.length,
    };
  } finally {
    for (const runner of runners) runner.stop();
  }
}

function instrumentFile(root: string, path: string, mutants: readonly FileMutant[]): void {
  const file = join(root, path);
  const toSwitch = relative(dirname(path), SWITCH).replaceAll('\\', '/');
  const own = mutants.filter((mutant) => mutant.path === path);
  writeFileSync(file, instrument(path, readFileSync(file, 'utf8'), own, toSwitch.startsWith('.') ? toSwitch : `./${toSwitch}`));
}

async function tryMutant(runner: TestRunner, mutant: FileMutant, tests: readonly RankedTest[], machineFactor: number): Promise<Outcome> {
  const began = performance.now();
  const ended = (state: Outcome['state'], by: string | null = null) => ({ mutant, state, by, ms: Math.round(performance.now() - began) });
  const batches = inOrder(
    tests.filter(({ reached }) => reached.includes(mutant.id)),
    mutant,
  );
  for (const batch of batches) {
    const limit = LIMIT_MS * machineFactor + LIMIT_FACTOR * Math.max(...batch.map(({ ms }) => ms));
    const result = await runner.run(batch, { VELD_MUTANT: String(mutant.id), VELD_MUTANTS_REACHED: '' }, limit);
    if (result.state === 'timeout') return ended('timeout', 'time limit');
    if (result.state === 'passed') continue;
    const killer = batch.find(({ path }) => result.failed?.startsWith(path));
    killer?.kills.set(mutant.path, (killer.kills.get(mutant.path) ?? 0) + 1);
    return ended('killed', result.failed);
  }
  return ended(batches.length === 0 ? 'unreached' : 'survived');
}

/** Orders mutants by the total time of the tests that reach them, so that most results are known early. */
function cheapestFirst(mutants: readonly FileMutant[], tests: readonly TestReach[]): FileMutant[] {
  const total = new Map(mutants.map(({ id }) => [id, 0]));
  for (const { reached, ms } of tests) for (const id of reached) total.set(id, total.get(id)! + START_MS + ms);
  return mutants.toSorted((one, two) => total.get(one.id)! - total.get(two.id)!);
}

/**
 * Tests that killed a mutant of the same source come first, then the cheap and near ones. The batches grow, because most mutants
 * are killed by one of the first tests; in a batch the tests of one environment share a worker and what it has loaded.
 */
function inOrder(tests: readonly RankedTest[], mutant: FileMutant): RankedTest[][] {
  const cost = ({ ms, distances, kills }: RankedTest) =>
    ((START_MS + ms) * FAR ** (distances.get(mutant.path) ?? 0)) / (1 + (kills.get(mutant.path) ?? 0)) ** FAR;
  const sorted = tests.map((test) => ({ test, cost: cost(test) })).toSorted((one, two) => one.cost - two.cost);
  const batches: RankedTest[][] = [];
  for (let start = 0, size = FIRST_BATCH; start < sorted.length; start += size, size *= 2) {
    const batch = sorted.slice(start, start + size).map(({ test }) => test);
    batches.push(...Map.groupBy(batch, ({ project, environment }) => `${project} ${environment}`).values());
  }
  return batches;
}

async function findReaches(options: Options, files: readonly TestFile[], runners: readonly TestRunner[]): Promise<TestReach[]> {
  const { root, cacheFolder } = options;
  const cacheFile = cacheFolder && join(cacheFolder, `reach-${hashOfFiles(root, (path) => !/\.test\.tsx?$/.test(path))}.json`);
  const known: Record<string, TestReach & { hash: string }> =
    cacheFile && existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
  const queue = files.map((file) => {
    const text = readFileSync(join(root, file.path), 'utf8');
    return { ...file, environment: /@vitest-environment\s+(\S+)/.exec(text)?.[1] ?? '', hash: hashOf([text]) };
  });
  const found: (TestReach & { hash: string })[] = [];
  await Promise.all(
    runners.map(async (runner, index) => {
      const reachedFile = join(root, `reached-${index}.txt`);
      for (let file = queue.shift(); file; file = queue.shift()) {
        const before = known[file.path];
        if (before?.hash === file.hash && before.failed === null) {
          found.push(before);
          continue;
        }
        const ask = () => {
          writeFileSync(reachedFile, '');
          return runner.run([file], { VELD_MUTANT: '', VELD_MUTANTS_REACHED: reachedFile }, INTACT_LIMIT_MS);
        };
        let result = await ask();
        // On a busy machine the shorter waits may not do.
        if (result.state === 'failed') result = await ask();
        const reached = [...new Set(readFileSync(reachedFile, 'utf8').split('\n').filter(Boolean).map(Number))];
        rmSync(reachedFile);
        found.push({
          ...file,
          reached,
          failed: result.state === 'timeout' ? 'time limit' : result.failed,
          ms: result.state === 'timeout' ? INTACT_LIMIT_MS : result.ms,
        });
      }
    }),
  );
  if (cacheFile) {
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(found.map((reach) => [reach.path, reach]))));
  }
  return found;
}

/** What became of mutants in runs over the same files. */
class Outcomes {
  readonly #file: string;
  readonly #known = new Map<string, Omit<Outcome, 'mutant'>>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) mkdirSync(dirname(file), { recursive: true });
    else
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const { key, ...outcome } = JSON.parse(line);
        this.#known.set(key, outcome);
      }
  }

  find(mutant: FileMutant): Outcome | null {
    const outcome = this.#known.get(keyOf(mutant));
    return outcome ? { mutant, ...outcome } : null;
  }

  add({ mutant, ...outcome }: Outcome): void {
    const key = keyOf(mutant);
    if (this.#known.has(key)) return;
    this.#known.set(key, outcome);
    appendFileSync(this.#file, `${JSON.stringify({ key, ...outcome })}\n`);
  }
}

function keyOf({ path, start, operator, original, replacement }: FileMutant): string {
  return [path, start, operator, original, replacement].join(' ');
}

/** Of what the tests may read, with the mutants in the sources. */
function hashOfFiles(root: string, isWanted: (path: string) => boolean): string {
  const paths = globSync(['{contract,taxonomy,geography,geometry,server,seed}/**/*', 'web/{src/**/*,*}', '*.{json,ts}'], {
    cwd: root,
    exclude: (path) => /(?:^|[\\/])(?:node_modules|dist)$/.test(path),
  });
  const files = paths.filter((path) => isWanted(path) && statSync(join(root, path)).isFile());
  return hashOf(files.toSorted().flatMap((path) => [path, readFileSync(join(root, path))]));
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
