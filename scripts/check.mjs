// The checks that need neither a database nor a browser: types, lint, format, boundaries, documents, translations, dead code. With
// `--release`, texts that are not translated yet are faults.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { environment, root, run, say } from './processes.mjs';
import { install, nodePath, requireNode } from './toolchain.mjs';

requireNode();
install();
const node = nodePath();
const script = (name, ...args) => [node, [join(root, 'scripts', name), ...args]];
const tool = (path, ...args) => [node, [join(root, 'node_modules', path), ...args]];
/** Checks that run at the same time: one, if tests run beside them. */
const AT_ONCE = process.argv.includes('--one-at-a-time') ? 1 : Math.min(availableParallelism(), 2);
/** Each checker of a run of TypeScript works out for itself what the files share: with four on two cores, that is most of the work. */
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
/** TypeScript checks only what changed since its last run here, and what depends on it; it compares the texts of all files. */
const types = (config) => {
  const cache = join(root, 'node_modules/.cache/types', config.replaceAll('/', '-'));
  return tool('typescript/bin/tsc', '-p', config, '--checkers', String(checkers), '--incremental', '--tsBuildInfoFile', cache);
};

/** @type {[name: string, command: [string, string[]], settings?: Record<string, string>][]} */
const CHECKS = [
  ['types of server, contract, taxonomy, geography, geometry and tools', types('tsconfig.json')],
  ['types of the web app', types('web/tsconfig.json')],
  ['types of the simulation', types('e2e/simulation/tsconfig.json')],
  ['types of the map builder', types('geography/build/tsconfig.json')],
  // Its types are TypeScript's too, with as many checkers as it may use processors.
  ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--quiet'), { GOMAXPROCS: String(checkers) }],
  ['format', tool('oxfmt/bin/oxfmt', '--check', '.')],
  ['boundaries', script('boundaries.ts')],
  ['documents', script('documents.ts')],
  ['translations', script('translations.ts', ...process.argv.filter((word) => word === '--release'))],
  ['starter taxonomy', script('starter.ts')],
  ['dead code', tool('knip/bin/knip.js', '--no-progress')],
];

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const queue = CHECKS.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
let passed = 0;
const failed = [];
say(`${queue.length} checks ...`);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, [command, args], settings] = next;
      if (!existsSync(args[0])) {
        failed.push(name);
        say(`${name}: ${args[0]} is missing`);
        continue;
      }
      const { code, output } = await run(command, args, { keep: true, env: environment(settings) });
      if (code === 0) {
        passed += 1;
        if (name === 'translations') say(output.trim());
      } else {
        failed.push(name);
        console.log(`\n--- ${name}\n${output.trim()}\n`);
      }
    }
  }),
);
console.log(`${passed} checks passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`);
process.exit(failed.length > 0 ? 1 : 0);
