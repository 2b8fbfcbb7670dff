// Every test of the project, also on a fresh machine. The last line is `N passed, N failed`.
//   npm test                 everything
//   npm test -- units        only these steps: check, units, browser
//   npm test -- browser --shard=1/3   a part of the tests of a step, as on several machines
//   npm test -- report       results and times of the last run, even if it was interrupted
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedBrowser, installedWholeBrowser } from './installed-browser.mjs';
import { environment, has, root, run, say, signalChildren } from './processes.mjs';
import { readLog } from './test-run/log.mjs';
import { machineFactor, measureMachineFactor } from './test-run/machine.mjs';
import { printTimes, printUnfinished } from './test-run/report.mjs';
import { shareOfRun } from './test-run/share.mjs';
import { install, installDebian, nodePath, requireNode } from './toolchain.mjs';
import { buildWeb } from './web-build.mjs';

const results = join(root, 'results');
const logOf = (name) => join(results, `${name}.jsonl`);
const LOGS = ['units', 'browser'];

requireNode();
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const shard = process.argv.filter((word) => word.startsWith('--shard='));
const wants = (step) => only.length === 0 || only.includes(step);
const counts = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const failures = [];
let signal = null;

if (only.includes('report')) {
  for (const name of LOGS.filter((each) => existsSync(logOf(each)))) {
    const log = readLog(logOf(name));
    count(name, log);
    printTimes(log);
  }
  end();
}

const began = Date.now();
process.env.VELD_SHARE ||= String(shareOfRun());
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupt(name));

mkdirSync(results, { recursive: true });
for (const name of LOGS.filter(wants)) rmSync(logOf(name), { force: true });
install();
const node = nodePath();
const factor = process.env.VELD_MACHINE_FACTOR ? machineFactor() : await measureMachineFactor();
if (factor > 1) say(`This machine is ${factor} times slower than the reference: time limits are ${factor} times longer.`);
say(`Of large sets of cases, this run takes a part; the same one again with VELD_SHARE=${shareOfRun()}, all with VELD_LONG=1.`);

// The tests in a browser have the machine to themselves: beside the others, all took a quarter longer, and pages three times as long.
if (!signal) await Promise.all([wants('check') && checks(), wants('units') && units()]);
if (!signal && wants('browser')) await browser();

for (const note of notes) say(note);
say(`${Math.round((Date.now() - began) / 1000)} s`);
end();

/** Names what failed at the very end, behind the output of all steps. */
function end() {
  if (signal) counts.failed += 1;
  for (const failure of failures) say(`failed: ${failure}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

/** Stops the running step, which then reports the results so far. A second signal exits at once. */
function interrupt(name) {
  if (signal) process.exit(1);
  signal = name;
  say(`Interrupted by ${name}.`);
  signalChildren('SIGTERM');
  setTimeout(() => signalChildren('SIGKILL'), 5_000).unref();
}

async function checks() {
  const isAlone = !wants('units');
  const { code, output } = await run(node, [join(root, 'scripts/check.mjs'), ...(isAlone ? [] : ['--one-at-a-time'])], { keep: true });
  process.stdout.write(output);
  const found = /(\d+) checks passed, (\d+) failed/.exec(output);
  counts.passed += Number(found?.[1] ?? 0);
  counts.failed += Number(found?.[2] ?? 1);
  if (code !== 0 && !found) counts.failed += 1;
  const names = / checks passed, \d+ failed: (.*)/.exec(output)?.[1];
  if (code !== 0) failures.push(names ?? 'the checks');
}

/** Runs a test command that writes a log, and counts the results in the log. */
async function logged(name, args, env) {
  const { code } = await run(node, args, { env: environment({ VELD_TEST_LOG: logOf(name), VELD_MACHINE_FACTOR: String(factor), ...env }) });
  const log = readLog(logOf(name));
  count(name, log);
  if (code !== 0 && log.failed === 0 && log.hasEnded) counts.failed += 1;
}

function count(name, log) {
  counts.passed += log.passed;
  counts.skipped += log.skipped;
  counts.failed += log.failed;
  failures.push(...log.failures);
  if (printUnfinished(name, log)) counts.failed += 1;
}

/** All Vitest projects; the tests of the server that touch SQL also on Debian's PostgreSQL. */
async function units() {
  const second = await secondPostgres();
  const where = second ? `; the server also on ${second.name}` : '';
  say(`Tests of contract, taxonomy, server and web${where} ...`);
  try {
    await logged(
      'units',
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--reporter=./scripts/test-run/vitest-reporter.mjs',
        ...shard,
      ],
      {
        VELD_SECOND_DATABASE_URL: second?.url ?? '',
      },
    );
  } finally {
    await second?.stop();
  }
}

/** A PostgreSQL from Debian's packages, or the one of VELD_SECOND_DATABASE_URL; null (and a note) where there is none. */
async function secondPostgres() {
  const given = process.env.VELD_SECOND_DATABASE_URL;
  if (given) return { name: 'the PostgreSQL of VELD_SECOND_DATABASE_URL', url: given, stop: () => undefined };
  const { findInstalledPostgres, startCluster } = await import('../server/src/testing/postgres.mjs');
  const find = findInstalledPostgres;
  if (!find()) say('Installing PostgreSQL ...');
  const reason = find() ? null : installDebian('postgresql');
  const found = find();
  if (!found) {
    notes.push(`The server was not tested on Debian's PostgreSQL: ${reason ?? 'it was not found after the installation'}.`);
    return null;
  }
  const cluster = await startCluster(found.folder);
  if (typeof cluster === 'string') {
    notes.push(`The server was not tested on PostgreSQL ${found.version}: ${cluster}.`);
    return null;
  }
  return { name: `PostgreSQL ${found.version}`, ...cluster };
}

async function browser() {
  const find = () => process.env.VELD_CHROMIUM ?? installedBrowser() ?? (has('chromium') ? 'chromium' : null);
  if (!find()) say('Installing Chromium ...');
  // Not every system with apt has the small package.
  const installBrowser = (name) => installDebian(name, 'fonts-noto-color-emoji');
  const reason = find() ? null : installBrowser('chromium-headless-shell') && installBrowser('chromium');
  const path = find();
  // The spec of push messages (e2e/proved-specs.ts) needs the whole browser.
  if (path && !installedWholeBrowser() && process.env.VELD_LONG === '1') installBrowser('chromium');
  if (!(await buildWeb())) {
    counts.failed += 1;
    return;
  }
  if (!path) {
    notes.push(`No browser: ${reason ?? 'Chromium was not found after the installation'}. Set VELD_CHROMIUM to the path of one.`);
    counts.failed += 1;
    return;
  }
  if (signal) return;
  say('Tests in a real browser ...');
  const reporters = `--reporter=dot,${join(root, 'scripts/test-run/playwright-reporter.mjs')}`;
  const command = [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    join(root, 'e2e/playwright.config.ts'),
    reporters,
    ...shard,
  ];
  await logged('browser', command, { VELD_CHROMIUM: path });
}
