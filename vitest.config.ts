import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'taxonomy', include: ['taxonomy/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'seed/**/*.test.ts'],
          globalSetup: ['server/src/testing/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['e2e/simulation/*.test.ts'],
          globalSetup: ['server/src/testing/database.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'faults', include: ['e2e/faults/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000, maxWorkers: 1 } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
