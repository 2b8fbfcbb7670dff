import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.ts';
import { leftOutSpecs } from './proved-specs.ts';
import { timeLimit } from './time-limit.ts';

// As in vitest.config.ts: servers start in half of the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/node');

// The check for dead code loads this file on machines without a browser too; `setup.ts` needs one.
const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Takes minutes: `npm run prove -- dialogs`.
  testIgnore: process.env.VELD_LONG === '1' ? [] : ['**/screens/moments.spec.ts', ...leftOutSpecs()],
  outputDir: 'output',
  globalSetup: './setup.ts',
  fullyParallel: true,
  // Each has a server, a database and a browser of many processes. With one more than cores, tests took 1.6 times as long, and all of
  // them together no less.
  workers: Math.min(6, Math.max(2, availableParallelism())),
  // Only ends a test that hangs: on a busy machine, some take six minutes.
  timeout: timeLimit(600_000),
  expect: { timeout: timeLimit(30_000) },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    launchOptions: { ...(executablePath && { executablePath }), args: browserArguments },
    // It costs 7 % of the time: for a test that fails, again with VELD_TRACE=1. Screenshots of every step would cost a quarter.
    trace: process.env.VELD_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
});
