import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLog } from './log.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');

/** Writes a file when it starts, then never ends. */
const HANGS = (running: string) => `
  import { writeFileSync } from 'node:fs';
  test('hangs', async () => {
    writeFileSync(${JSON.stringify(running)}, '');
    await new Promise((done) => setTimeout(done, 2_000_000));
  });
`;
const PASSES = `test('passes', () => {});\n test.skip('is skipped', () => {});\n`;
const FAILS = `test('fails', () => { expect(1).toBe(2); });\n`;

describe.each([
  {
    runner: 'Vitest',
    ending: 'test.mjs',
    header: `import { expect, test } from 'vitest';\n`,
    config: [
      'vitest.config.mjs',
      `export default { test: { name: 'fixture', testTimeout: 1e9, maxWorkers: 1, sequence: { sequencer: Ordered } } };`,
    ],
    imports: `import { BaseSequencer } from 'vitest/node';
      class Ordered extends BaseSequencer { async sort(files) { return files.toSorted((a, b) => a.moduleId < b.moduleId ? -1 : 1); } }\n`,
    command: [join(PACKAGES, 'vitest/vitest.mjs'), 'run', `--reporter=${join(ROOT, 'scripts/test-run/vitest-reporter.mjs')}`],
  },
  {
    runner: 'Playwright',
    ending: 'spec.mjs',
    header: `import { expect, test } from '@playwright/test';\n`,
    config: ['playwright.config.mjs', `export default { workers: 1, timeout: 0 };`],
    imports: '',
    command: [join(PACKAGES, '@playwright/test/cli.js'), 'test', `--reporter=${join(ROOT, 'scripts/test-run/playwright-reporter.mjs')}`],
  },
])('the log of a $runner run', ({ ending, header, config, imports, command }) => {
  let folder: string;
  let running: string;
  let log: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-log-'));
    running = join(folder, 'running');
    log = join(folder, 'results/log.jsonl');
    mkdirSync(join(folder, 'tests'));
    symlinkSync(PACKAGES, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, config[0]!), imports + config[1]!);
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const test = (name: string, body: string) => writeFileSync(join(folder, 'tests', `${name}.${ending}`), header + body);
  const start = () => {
    child = spawn(process.execPath, command, {
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, VELD_TEST_LOG: log },
    });
    return new Promise<void>((done) => child!.once('exit', () => done()));
  };
  const named = (keys: string[]) => keys.map((key) => /(\w+)\.(?:test|spec)\.mjs/.exec(key)?.[1]);

  it('says what ran and names what did not, when the run is killed', async () => {
    test('a', PASSES);
    test('b', FAILS);
    test('c', HANGS(running));
    test('d', PASSES);
    const ended = start();
    await expect.poll(() => existsSync(running)).toBe(true);
    await expect.poll(() => readLog(log)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    child!.kill('SIGKILL');
    await ended;
    const summary = readLog(log);
    expect(summary.hasEnded).toBe(false);
    expect(summary).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(named(summary.failures)).toEqual(['b']);
    expect(summary.failures.join(), 'the reason').toMatch(/fails: .*expected 1 to be 2|fails: .*Expected: 2 Received: 1/i);
    expect(named(summary.underWay)).toEqual(['c']);
    expect(new Set(named(summary.notStarted))).toEqual(new Set(['d']));
  });

  it('has nothing unfinished after a complete run', async () => {
    test('a', PASSES);
    test('b', PASSES);
    await start();
    expect(readLog(log)).toMatchObject({ passed: 2, failed: 0, skipped: 2, failures: [], underWay: [], notStarted: [], hasEnded: true });
  });

  it('counts a file that cannot be loaded as failed', async () => {
    test('a', PASSES);
    test('b', `throw new Error('broken on purpose');\n`);
    await start();
    const summary = readLog(log);
    expect(summary.failed).toBeGreaterThan(0);
    expect(summary.failures.join()).toContain('broken on purpose');
  });

  it('counts a worker that dies as failed', async () => {
    test('a', `test('dies', () => process.kill(process.pid, 'SIGKILL'));\n`);
    test('b', PASSES);
    await start();
    const summary = readLog(log);
    expect(summary.passed).toBe(1);
    expect(summary.failed).toBeGreaterThan(0);
  });
});

it('a log is read up to an incomplete last line, and a missing log is an empty run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-log-'));
  const path = join(folder, 'log.jsonl');
  expect(readLog(path)).toMatchObject({ passed: 0, failed: 0, hasEnded: false });
  writeFileSync(path, '{"event":"test","file":"a","project":"p","name":"n","state":"passed","ms":1}\n{"event":"te');
  expect(readLog(path)).toMatchObject({ passed: 1, hasEnded: false });
  rmSync(folder, { recursive: true });
});
