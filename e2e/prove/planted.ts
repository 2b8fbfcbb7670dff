import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { machineFactor } from '../../scripts/test-run/machine.mjs';
import { PLANTED_FAULTS, type PlantedFault } from '../planted/faults.ts';
import { copyTree } from './copy-tree.ts';

/** Plants one fault after another in a copy of the project and checks that a test detects it (`-- planted [words of a fault]`). */
const words = process.argv.slice(3).filter((word) => !word.startsWith('-'));
const wanted = PLANTED_FAULTS.filter((fault) => words.length === 0 || words.some((word) => fault.what.includes(word)));
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'veld-planted-'));
const copy = join(folder, 'veld');
const data = mkdtempSync(join(tmpdir(), 'veld-planted-data-'));
const database = await startEmbedded(data, { isThrowaway: true, maxConnections: 300 });
const stop = async () => {
  await database.stop();
  for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
};

/** Of one file. */
const LIMIT_MS = 600_000;

interface Run {
  passed: number;
  failed: number;
}

copyTree(root, copy);
const rows: Measure[] = [];
try {
  // A test that fails anyway would count as detecting every fault.
  const intact = await runTests([...new Set(wanted.map((fault) => fault.test))]);
  rows.push(
    row('tests that fail while nothing is broken', `${intact.passed} tests`, intact.failed, intact.failed === 0 && intact.passed > 0),
  );
  for (const fault of wanted) {
    const { caught, note } = await tryFault(fault);
    console.log(`${caught ? 'caught' : 'NOT   '}  ${fault.what}${note ? ` (${note})` : ''}`);
    rows.push(row(`not caught: ${fault.what}`, note || fault.test, caught ? 0 : 1, caught));
  }
} finally {
  await stop();
}
report('planted', rows);

function row(measure: string, at: string, value: number, holds: boolean): Measure {
  return { measure, at, against: '-', veld: value, other: null, ratio: null, target: '0', holds };
}

async function tryFault(fault: PlantedFault): Promise<{ caught: boolean; note: string }> {
  const path = join(copy, fault.file);
  const original = readFileSync(path, 'utf8');
  if (original.split(fault.search).length !== 2) return { caught: false, note: 'does not apply' };
  writeFileSync(
    path,
    original.replace(fault.search, () => fault.replace),
  );
  try {
    const { failed, passed } = await runTests([fault.test], fault);
    if (failed === 0 && passed === 0) return { caught: false, note: 'no test ran' };
    return { caught: failed > 0, note: '' };
  } finally {
    writeFileSync(path, original);
  }
}

function runTests(files: readonly string[], fault?: PlantedFault): Promise<Run> {
  const resultFile = join(folder, 'result.json');
  rmSync(resultFile, { force: true });
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        join(copy, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=json',
        `--outputFile.json=${resultFile}`,
        ...(fault ? ['--project', fault.project] : []),
        ...(fault?.named ? ['-t', fault.named] : []),
        ...files,
      ],
      {
        cwd: copy,
        env: { ...process.env, VELD_TEST_DATABASE_URL: database.url, VELD_LONG: '1' },
        stdio: 'ignore',
      },
    );
    // With a planted fault a test may hang.
    const limit = setTimeout(() => child.kill('SIGKILL'), files.length * LIMIT_MS * machineFactor());
    child.once('exit', (code) => {
      clearTimeout(limit);
      if (!existsSync(resultFile)) return done({ passed: 0, failed: 0 });
      const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = JSON.parse(readFileSync(resultFile, 'utf8')) as Record<
        string,
        number
      >;
      // An unhandled error fails the run but none of its tests.
      done({ passed, failed: failed === 0 && code !== 0 ? 1 : failed });
    });
  });
}
