import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { PROVED_SPECS, PROVED_TESTS } from '../proved-specs.ts';

// Tests that `npm test` leaves out, or those whose path contains a word. Without VELD_SHARE, nothing in them takes turns.
const root = resolve(import.meta.dirname, '../..');
const words = process.argv.slice(3);
const isNamed = (path: string) => words.length === 0 || words.some((word) => path.includes(word));
const { VELD_SHARE: _, ...env } = process.env;
const run = (tool: string, ...given: string[]) =>
  spawnSync(process.execPath, [resolve(root, `node_modules/.bin/${tool}`), ...given], { cwd: root, stdio: 'inherit', env }).status ?? 1;

const tests = PROVED_TESTS.filter(isNamed).map((test) => `${test}.test.ts`);
const specs = PROVED_SPECS.filter(isNamed).map((spec) => `/${spec}.spec`);
const failures = [
  tests.length > 0 ? run('vitest', 'run', ...tests) : 0,
  specs.length > 0 ? run('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...specs) : 0,
];
process.exitCode = failures.some((status) => status !== 0) || tests.length + specs.length === 0 ? 1 : 0;
