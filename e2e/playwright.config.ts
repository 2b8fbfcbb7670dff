import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'output',
  globalSetup: process.env.VELD_E2E_NO_BUILD ? undefined : './build.ts',
  fullyParallel: false,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: browserPath(), args: browserArguments },
    trace: 'retain-on-failure',
  },
});
