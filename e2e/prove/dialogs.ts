import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

// Browser tests that `npm test` leaves out because they take minutes.
const root = resolve(import.meta.dirname, '../..');
const command = [resolve(root, 'node_modules/.bin/playwright'), 'test', '--config', 'e2e/playwright.config.ts', 'screens/moments'];
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, VELD_LONG: '1' } });
process.exitCode = status ?? 1;
