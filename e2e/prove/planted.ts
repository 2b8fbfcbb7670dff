import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { type Plant, PLANTS } from '../planted/plants.ts';

/** Breaks a copy of the project on purpose, one way at a time, and shows that a test sees each (`-- planted [words of a plant]`). */
const words = process.argv.slice(3).filter((word) => !word.startsWith('-'));
const wanted = PLANTS.filter((plant) => words.length === 0 || words.some((word) => plant.what.includes(word)));
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'veld-planted-'));
const copy = join(folder, 'veld');
const data = mkdtempSync(join(tmpdir(), 'veld-planted-data-'));
const database = await startEmbedded(data, { isThrowaway: true, maxConnections: 300 });
const stop = async () => {
  await database.stop();
  for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
};

interface Run {
  passed: number;
  failed: number;
}

copyTree();
const rows: Measure[] = [];
try {
  // Tests that fail without any fault planted would catch everything.
  const sound = await runTests([...new Set(wanted.map((plant) => plant.test))]);
  rows.push(row('tests that fail while nothing is broken', `${sound.passed} tests`, sound.failed, sound.failed === 0 && sound.passed > 0));
  for (const plant of wanted) {
    const { caught, note } = await tryPlant(plant);
    console.log(`${caught ? 'caught' : 'NOT   '}  ${plant.what}${note ? ` (${note})` : ''}`);
    rows.push(row(`not caught: ${plant.what}`, note || plant.test, caught ? 0 : 1, caught));
  }
} finally {
  await stop();
}
report('planted', rows);

function row(measure: string, at: string, value: number, holds: boolean): Measure {
  return { measure, at, against: '-', veld: value, other: null, ratio: null, target: '0', holds };
}

async function tryPlant(plant: Plant): Promise<{ caught: boolean; note: string }> {
  const path = join(copy, plant.file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(plant.search).length !== 2) return { caught: false, note: 'does not apply' };
  writeFileSync(
    path,
    sound.replace(plant.search, () => plant.replace),
  );
  try {
    const { failed, passed } = await runTests([plant.test], plant);
    if (failed === 0 && passed === 0) return { caught: false, note: 'no test ran' };
    return { caught: failed > 0, note: '' };
  } finally {
    writeFileSync(path, sound);
  }
}

function runTests(files: readonly string[], plant?: Plant): Promise<Run> {
  const told = join(folder, 'told.json');
  rmSync(told, { force: true });
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        join(copy, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=json',
        `--outputFile.json=${told}`,
        ...(plant ? ['--project', plant.project] : []),
        ...(plant?.named ? ['-t', plant.named] : []),
        ...files,
      ],
      {
        cwd: copy,
        env: { ...process.env, VELD_TEST_DATABASE_URL: database.url, VELD_SEEDS: '8', VELD_STEPS: '50' },
        stdio: 'ignore',
      },
    );
    // A broken Veld may never come to rest.
    const limit = setTimeout(() => child.kill('SIGKILL'), 300_000);
    child.once('exit', (code) => {
      clearTimeout(limit);
      if (!existsSync(told)) return done({ passed: 0, failed: 0 });
      const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = JSON.parse(readFileSync(told, 'utf8')) as Record<string, number>;
      // An error that nobody caught fails the run, but none of its tests.
      done({ passed, failed: failed === 0 && code !== 0 ? 1 : failed });
    });
  });
}

/** Sources copied, packages linked; the project's own packages lead to the copy. */
function copyTree(): void {
  mkdirSync(copy);
  const leaveOut = new Set(['node_modules', '.git', 'results', 'screens', 'data', 'dist', 'output', 'docs']);
  for (const name of readdirSync(root)) {
    if (leaveOut.has(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !/[\\/](node_modules|dist)$/.test(from) });
  }
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@veld'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@veld') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['contract', 'taxonomy', 'server', 'web']) {
    symlinkSync(join(copy, name), join(packages, '@veld', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(copy, name, 'node_modules'));
  }
}
