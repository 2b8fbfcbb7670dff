import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Measure, report, round } from '../../bench/report.ts';
import { measureMachineFactor } from '../../scripts/test-run/machine.mjs';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { prepareTemplate } from '../../server/src/testing/database.ts';
import { drawMutants } from '../mutation/draw.ts';
import { type Outcome, runMutants } from '../mutation/run-mutants.ts';
import { copyTree } from './copy-tree.ts';

/**
 * Changes the sources in many small ways, one at a time, and shows how many of these mutants a test kills
 * (`-- mutation [--seed n] [--count n] [--only path[:line]] [--processes n]`).
 */
const AREAS = ['contract/src', 'server/src/features', 'web/src/local', 'web/src/app'];
const LOWEST_SCORE = 85;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    only: { type: 'string', multiple: true, default: [] },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'veld-mutation-'));
const data = mkdtempSync(join(tmpdir(), 'veld-mutation-data-'));
const copy = join(folder, 'veld');
copyTree(root, copy);
const mutants = drawMutants(copy, AREAS, Number(values.count), Number(values.seed), values.only);
if (mutants.length === 0) throw new Error('There is nothing to change there.');
const machineFactor = await measureMachineFactor();
const database = await startEmbedded(data, { isThrowaway: true, maxConnections: 300 });

const removeFolders = () => {
  for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (database.isRunning()) process.kill(database.pid, 'SIGINT');
    removeFolders();
    process.exit(1);
  });

const began = performance.now();
let done = 0;
const run = await (async () => {
  try {
    const { serverUrl } = await prepareTemplate(database.url);
    return await runMutants({
      root: copy,
      config: 'e2e/mutation/vitest.config.ts',
      mutants,
      processes: Number(values.processes),
      machineFactor,
      env: { VELD_MUTATION_DATABASE_URL: database.url, VELD_MUTATION_SERVER_URL: serverUrl, VELD_MACHINE_FACTOR: String(machineFactor) },
      cacheFolder: join(root, 'results/mutation'),
      onOutcome: (outcome) => console.log(`${++done}/${mutants.length} ${line(outcome)}`),
      log: (text) => console.log(`${minutes()} min: ${text}`),
    });
  } finally {
    await database.stop();
    removeFolders();
  }
})();

for (const test of run.broken) console.log(`fails with no mutant: ${test}`);
const survivors = run.outcomes.filter(({ state }) => !isKilled(state));
report('mutation', [
  row('test files that fail with no mutant', `${run.tests} files`, run.broken.length, '0', run.broken.length === 0 && run.tests > 0),
  ...AREAS.flatMap((area) => score(area, (path) => path.startsWith(`${area}/`), null)),
  ...score('all', () => true, LOWEST_SCORE),
  ...survivors.map(({ mutant, state }) => row(`${state}: ${change(mutant)}`, `${mutant.path}:${mutant.line}`, 1, '', true)),
  row('minutes', `${values.processes} processes`, minutes(), '', true),
]);

function row(measure: string, at: string, veld: number, target: string, holds: boolean): Measure {
  return { measure, at, against: '-', veld, other: null, ratio: null, target, holds };
}

/** The share of mutants that a test killed, in percent. */
function score(name: string, isIn: (path: string) => boolean, lowest: number | null): Measure[] {
  const states = run.outcomes.filter(({ mutant }) => isIn(mutant.path)).map(({ state }) => state);
  if (states.length === 0) return [];
  const percent = round((100 * states.filter(isKilled).length) / states.length, 1);
  return [row('mutants killed, %', `${name}, ${states.length}`, percent, lowest === null ? '' : `>= ${lowest}`, percent >= (lowest ?? 0))];
}

function isKilled(state: Outcome['state']): boolean {
  return state === 'killed' || state === 'timeout';
}

function line({ mutant, state, by, ms }: Outcome): string {
  const seconds = `${round(ms / 1000, 1)} s`;
  return `${state.padEnd(9)} ${mutant.path}:${mutant.line} ${change(mutant)} (${by ? `${by}, ` : ''}${seconds})`;
}

function change({ operator, original, replacement }: Outcome['mutant']): string {
  const short = (text: string) => {
    const oneLine = text.replace(/\s+/g, ' ');
    return oneLine.length > 60 ? `${oneLine.slice(0, 57)}...` : oneLine;
  };
  return `${operator}: ${short(original)} → ${replacement === null ? 'removed' : short(replacement)}`;
}

function minutes(): number {
  return round((performance.now() - began) / 60_000, 1);
}
