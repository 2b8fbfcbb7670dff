import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test-run/longest-first.ts';
import { leftOutTests } from './e2e/proved-specs.ts';
import { machineFactor } from './scripts/test-run/machine.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How much slower than the reference this machine is; at least 1. */
    machineFactor: number;
    /** Whether property tests and simulations do their long runs (VELD_LONG=1). */
    isLong: boolean;
  }
}

// Child processes of tests start in half of the time: they find the JavaScript that Node made of each module before.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

const factor = machineFactor();
const MINUTE = 60_000 * factor;

/** What all projects share. A limit only has to end a test that hangs: a busy machine is no fault. */
const shared = {
  // Each by itself: a project that extends another configuration does not inherit it.
  // One more than cores, because tests also wait for the database and for processes that they start.
  maxWorkers: availableParallelism() + 1,
  exclude: [...configDefaults.exclude, ...leftOutTests()],
  testTimeout: 10 * MINUTE,
  hookTimeout: 10 * MINUTE,
  expect: { poll: { timeout: MINUTE } },
  provide: { machineFactor: factor, isLong: process.env.VELD_LONG === '1' },
  globalSetup: [] as string[],
};
const database = {
  globalSetup: ['server/src/testing/database.ts'],
  setupFiles: ['server/src/testing/light-passwords.ts', 'server/src/testing/light-pictures.ts'],
};
/** A worker loads each module once, not once for each file: tests leave no state in a module. */
const sharedModules = { isolate: false };

/**
 * Tests that use a database but are about something else: photos, mails, limits, caches, errors, replies to others, files of imports,
 * processes, and the role that only the embedded database has. Their SQL also runs in other tests.
 */
const NOT_ABOUT_SQL =
  /^server\/src\/(?:admin|db\/roles|faults\/.*|features\/accounts\/(?:callers\/cache|limits)|features\/media\/(?:crops|media|upload-protocol|uploady)|features\/observations\/(?:fuzz|privacy)|features\/taxa\/import\/(?:broken|formats|routes|samples)|http\/.*|mail\/.*|openapi.*)\.test\.ts$/;
/** Tests whose SQL is of every kind the server uses: those that run on a second PostgreSQL in each run. */
const KINDS_OF_SQL = [
  'backups/move',
  'db/{epoch,observed,prepared}',
  'features/community/{leaderboards,statistics}',
  'features/feed/feed',
  'features/map/map',
  'features/observations/{lists,observations}',
  'features/species/species',
  'features/taxa/import/import',
  'jobs/jobs',
].map((path) => `server/src/${path}.test.ts`);
/** The long profile runs all tests of the server's SQL there. */
const aboutSql = () =>
  process.env.VELD_LONG === '1'
    ? globSync('server/src/**/*.test.ts', { cwd: import.meta.dirname }).filter(
        (path) => !NOT_ABOUT_SQL.test(path) && readFileSync(join(import.meta.dirname, path), 'utf8').includes('testServer('),
      )
    : KINDS_OF_SQL;
const second = process.env.VELD_SECOND_DATABASE_URL;

export default defineConfig({
  test: {
    teardownTimeout: MINUTE,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, ...sharedModules, name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...shared, ...sharedModules, name: 'geography', include: ['geography/**/*.test.ts'] } },
      { test: { ...shared, ...sharedModules, name: 'geometry', include: ['geometry/**/*.test.ts'] } },
      { test: { ...shared, ...sharedModules, name: 'taxonomy', include: ['taxonomy/**/*.test.ts'] } },
      { test: { ...shared, ...database, ...sharedModules, name: 'server', include: ['server/**/*.test.ts', 'seed/**/*.test.ts'] } },
      ...(second
        ? [
            {
              test: {
                ...shared,
                ...database,
                ...sharedModules,
                name: 'server-again',
                include: aboutSql(),
                env: { VELD_TEST_DATABASE_URL: second },
              },
            },
          ]
        : []),
      { test: { ...shared, ...database, name: 'simulation', include: ['e2e/{simulation,privacy}/*.test.ts'], testTimeout: 60 * MINUTE } },
      { test: { ...shared, name: 'faults', include: ['e2e/faults/*.test.ts'], globalSetup: ['e2e/faults/template.ts'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        extends: 'web/vite.config.ts',
        test: {
          ...shared,
          ...sharedModules,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
});
