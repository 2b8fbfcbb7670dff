// The checks that need neither a database nor a browser: types, lint, format, boundaries, documents, translations, dead code.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root, run, say } from './processes.mjs';
import { install, nodePath, requireNode } from './toolchain.mjs';

requireNode();
install();
const node = nodePath();
const script = (name, ...args) => [node, [join(root, 'scripts', name), ...args]];
const tool = (path, ...args) => [node, [join(root, 'node_modules', path), ...args]];
/** TypeScript checks only what changed since its last run here, and what depends on it; it compares the texts of all files. */
const types = (config) => {
  const cache = join(root, 'node_modules/.cache/types', config.replaceAll('/', '-'));
  return tool('typescript/bin/tsc', '-p', config, '--incremental', '--tsBuildInfoFile', cache);
};

const CHECKS = [
  ['types of server, contract, taxonomy, geography and tools', types('tsconfig.json')],
  ['types of the web app', types('web/tsconfig.json')],
  ['types of the simulation', types('e2e/simulation/tsconfig.json')],
  ['types of the map builder', types('geography/build/tsconfig.json')],
  ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--quiet')],
  ['format', tool('oxfmt/bin/oxfmt', '--check', '.')],
  ['boundaries', script('boundaries.ts')],
  ['documents', script('documents.ts')],
  ['translations', script('translations.ts')],
  ['starter taxonomy', script('starter.ts')],
  ['dead code', tool('knip/bin/knip.js', '--no-progress')],
];

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const queue = CHECKS.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
let passed = 0;
const failed = [];
say(`${queue.length} checks ...`);
await Promise.all(
  Array.from({ length: Math.min(cpus().length, 2) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, [command, args]] = next;
      if (!existsSync(args[0])) {
        failed.push(name);
        say(`${name}: ${args[0]} is missing`);
        continue;
      }
      const { code, output } = await run(command, args, { keep: true });
      if (code === 0) passed += 1;
      else {
        failed.push(name);
        console.log(`\n--- ${name}\n${output.trim()}\n`);
      }
    }
  }),
);
console.log(`${passed} checks passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`);
process.exit(failed.length > 0 ? 1 : 0);
