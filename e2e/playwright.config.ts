import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { timeLimit } from './time-limit.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'output',
  globalSetup: './setup.ts',
  fullyParallel: true,
  // One more than cores, because tests also wait. Each has a server, a database and a browser, so more would need much memory.
  workers: Math.min(6, availableParallelism() + 1),
  timeout: timeLimit(180_000),
  expect: { timeout: timeLimit(30_000) },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: browserPath(), args: browserArguments },
    // Screenshots of every step would cost a quarter of a test's time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
