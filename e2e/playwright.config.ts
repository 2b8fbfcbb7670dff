import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';
import { patience } from './patience.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'output',
  globalSetup: './setup.ts',
  fullyParallel: true,
  // Half of a test is waiting for a page, so that a second worker fills two cores.
  workers: Math.min(2, availableParallelism()),
  timeout: patience(180_000),
  expect: { timeout: patience(30_000) },
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
