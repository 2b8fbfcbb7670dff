import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { PROVED_SPECS } from '../proved-specs.ts';

// Browser tests that `npm test` leaves out, or those whose path contains a word. Without VELD_SHARE, nothing in them takes turns.
const root = resolve(import.meta.dirname, '../..');
const named = process.argv.slice(3);
const specs = named.length > 0 ? named : PROVED_SPECS.map((spec) => `/${spec}.spec`);
const command = [resolve(root, 'node_modules/.bin/playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...specs];
const { VELD_SHARE: _, ...env } = process.env;
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
process.exitCode = status ?? 1;
