import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';
import { measureMachineFactor } from '../../scripts/test-run/machine.mjs';
import { countPlaywright, countVitest, type Counts } from './steady-counts.ts';

/**
 * Finds flaky tests: repeats the browser tests and the unit tests that depend on time, while as many busy processes run as the
 * machine has cores, and lists those that failed. `npm run prove -- steady --times 20 --only C17`; `--only` is a pattern for titles.
 */
const ROOT = resolve(import.meta.dirname, '../..');
/** Unit tests with real processes, real timers or real kills. */
const TIMED_UNITS = ['e2e/faults', 'e2e/simulation', 'server/src/faults', 'web/src/local/taxonomy/update-kill.test.ts'];

const args = process.argv.slice(3);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const times = Number(option('--times') ?? 20);
const only = option('--only');
const folder = mkdtempSync(join(tmpdir(), 'veld-steady-'));
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;) Math.random();'], { stdio: 'ignore' }),
);
process.once('exit', stop);

// Measured while the busy processes run, so that time limits allow for them.
const factor = process.env.VELD_MACHINE_FACTOR ?? String(await measureMachineFactor());
const counts: Counts = new Map();
await repeatBrowserTests();
for (let round = 1; round <= times; round++) await runUnits(round);
stop();

const rows = [...counts].map(([title, { runs, failures }]): Measure => {
  return {
    measure: title,
    at: `${runs} runs beside ${busy.length} busy processes`,
    against: '-',
    veld: failures,
    other: null,
    ratio: null,
    target: '0 failures',
    holds: failures === 0,
  };
});
const failed = rows.filter(({ holds }) => !holds);
const sum: Measure = {
  measure: 'tests that failed at least once',
  at: `${rows.length} tests, ${times} times`,
  against: '-',
  veld: failed.length,
  other: null,
  ratio: null,
  target: '0',
  holds: failed.length === 0 && rows.length > 0,
};
report('steady', [sum, ...failed]);

/** Runs Playwright once with repeats, so that the template is made once. */
async function repeatBrowserTests(): Promise<void> {
  const file = join(folder, 'browser.json');
  const command = [
    join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    join(ROOT, 'e2e/playwright.config.ts'),
    '--repeat-each',
    String(times),
    '--reporter=list,json',
    ...(only ? ['-g', only] : []),
  ];
  await run(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  if (existsSync(file)) countPlaywright(JSON.parse(readFileSync(file, 'utf8')), counts);
}

async function runUnits(round: number): Promise<void> {
  const file = join(folder, `units-${round}.json`);
  const command = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
    ...(only ? ['-t', only] : []),
    ...TIMED_UNITS,
  ];
  await run(command, {});
  if (existsSync(file)) countVitest(JSON.parse(readFileSync(file, 'utf8')), counts);
}

function run(command: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((done) => {
    const child: ChildProcess = spawn(process.execPath, command, {
      cwd: ROOT,
      env: { ...process.env, VELD_MACHINE_FACTOR: factor, ...env },
      stdio: 'inherit',
    });
    child.once('exit', () => done());
  });
}

function stop(): void {
  for (const child of busy) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
