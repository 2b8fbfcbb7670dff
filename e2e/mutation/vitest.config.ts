import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { machineFactor } from '../../scripts/test-run/machine.mjs';
import base from '../../vitest.config.ts';

/** Keeps the order in which the files were given. */
class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

const PROJECTS = new Set(['contract', 'server', 'web']);
const databaseUrl = process.env.VELD_MUTATION_DATABASE_URL ?? '';
const serverUrl = process.env.VELD_MUTATION_SERVER_URL ?? '';
/** Waits are a quarter as long as usual, because most waits here are for what never comes. */
const factor = machineFactor() / 4;
const { test } = base as Required<Pick<ViteUserConfig, 'test'>>;

/** The projects as `npm test` runs them, but for one worker, the order, the waits, and a database that is there already. */
export default defineConfig({
  test: {
    ...test,
    sequence: { sequencer: AsGiven },
    projects: (test.projects as TestProjectInlineConfiguration[])
      .filter((project) => PROJECTS.has(project.test?.name as string))
      .map((project) => ({
        ...project,
        test: {
          ...project.test,
          maxWorkers: 1,
          globalSetup: [],
          expect: { poll: { timeout: 60_000 * factor } },
          provide: {
            ...project.test?.provide,
            databaseUrl,
            serverUrl,
            ...(project.test?.name === 'web' ? { machineFactor: factor } : {}),
          },
        },
      })),
  },
});
