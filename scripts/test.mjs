// Every test of the project, on a fresh machine too. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, has, root, run, say } from './processes.mjs';
import { install, installDebian, nodePath, requireNode } from './toolchain.mjs';
import { buildWeb } from './web-build.mjs';

requireNode();
const only = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wants = (step) => only.length === 0 || only.includes(step);
const results = join(root, 'results');
mkdirSync(results, { recursive: true });
const counts = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
const began = Date.now();

install();
const node = nodePath();
const bin = (name) => join(root, 'node_modules/.bin', name);

if (wants('check')) await checks();
if (wants('units')) await units('on the embedded database', 'units', [], {});
if (wants('postgres')) await onPostgres();
if (wants('browser')) await browser();

for (const note of notes) say(note);
say(`${Math.round((Date.now() - began) / 1000)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exit(counts.failed > 0 ? 1 : 0);

async function checks() {
  const { code, output } = await run(node, [join(root, 'scripts/check.mjs'), '--count'], { keep: true });
  process.stdout.write(output);
  const found = /(\d+) checks passed, (\d+) failed/.exec(output);
  counts.passed += Number(found?.[1] ?? 0);
  counts.failed += Number(found?.[2] ?? 1);
  if (code !== 0 && !found) counts.failed += 1;
}

async function units(where, name, more, env) {
  say(`Tests of contract, taxonomy, server and web, ${where} ...`);
  const report = join(results, `${name}.json`);
  rmSync(report, { force: true });
  const { code } = await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...more],
    {
      env: environment(env),
      timeout: 15 * 60_000,
    },
  );
  if (!existsSync(report)) {
    say(`The tests ${where} ended without a report.`);
    counts.failed += 1;
    return;
  }
  const read = JSON.parse(readFileSync(report, 'utf8'));
  counts.passed += read.numPassedTests;
  counts.skipped += read.numPendingTests;
  // A file that cannot be loaded has no failed test of its own.
  counts.failed += Math.max(read.numFailedTests, code === 0 ? 0 : 1);
}

/** The server's tests once more, on a PostgreSQL from Debian's packages. */
async function onPostgres() {
  const find = () => {
    const home = '/usr/lib/postgresql';
    if (!existsSync(home)) return null;
    const version = readdirSync(home)
      .filter((name) => existsSync(join(home, name, 'bin/initdb')))
      .toSorted((a, b) => Number(a) - Number(b))[0];
    return version ? { version, folder: join(home, version, 'bin') } : null;
  };
  if (process.env.VELD_TEST_DATABASE_URL)
    return units('on the PostgreSQL of VELD_TEST_DATABASE_URL', 'postgres', ['--project', 'server'], {});
  if (!find()) say('Installing PostgreSQL ...');
  const reason = find() ? null : installDebian('postgresql');
  const found = find();
  if (!found) {
    notes.push(`The server was not tested on a PostgreSQL of its own: ${reason ?? 'it was not found after installing'}.`);
    return;
  }
  const { startCluster } = await import('./postgres.mjs');
  const cluster = await startCluster(found.folder);
  if (typeof cluster === 'string') {
    notes.push(`The server was not tested on PostgreSQL ${found.version}: ${cluster}.`);
    return;
  }
  try {
    await units(`on PostgreSQL ${found.version}`, 'postgres', ['--project', 'server'], { VELD_TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function browser() {
  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const find = () => process.env.VELD_CHROMIUM ?? chromium.find((path) => existsSync(path)) ?? (has('chromium') ? 'chromium' : null);
  if (!find()) say('Installing Chromium ...');
  const reason = find() ? null : installDebian('chromium', 'fonts-noto-color-emoji');
  const path = find();
  await buildWeb();
  if (!path) {
    notes.push(`No browser: ${reason ?? 'Chromium was not found after installing'}. Set VELD_CHROMIUM to one.`);
    counts.failed += 1;
    return;
  }
  say('Tests in a real browser ...');
  const report = join(results, 'browser.json');
  writeFileSync(report, '');
  const { code } = await run(
    node,
    [bin('../@playwright/test/cli.js'), 'test', '--config', join(root, 'e2e/playwright.config.ts'), '--reporter=list,json'],
    {
      env: environment({ VELD_CHROMIUM: path, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
      timeout: 20 * 60_000,
    },
  );
  const text = readFileSync(report, 'utf8');
  if (text === '') {
    say('The browser tests ended without a report.');
    counts.failed += 1;
    return;
  }
  const { stats } = JSON.parse(text);
  counts.passed += stats.expected + stats.flaky;
  counts.skipped += stats.skipped;
  counts.failed += Math.max(stats.unexpected, code === 0 ? 0 : 1);
}
