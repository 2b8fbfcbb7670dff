import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { turn } from '../../scripts/test-run/share.mjs';
import { timeLimit } from '../time-limit.ts';

const root = resolve(import.meta.dirname, '../..');
/** Files in bench/ that are no benchmark. */
const PARTS = ['device-records', 'embedded', 'phone', 'report', 'run', 'taxonomy-list'];
const NAMES = readdirSync(resolve(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !PARTS.includes(name));
const hasPostGis = globSync('/usr/share/postgresql/*/extension/postgis.control').length > 0;

/** Those of the server are in every run: most changes of the schema touch them. */
const CORE = ['api', 'feed'];
for (const name of turn([...CORE, ...NAMES.filter((one) => !CORE.includes(one))], 4, CORE.length)) {
  test(`the benchmark ${name} still runs`, async () => {
    test.skip(name === 'map' && !hasPostGis, 'It compares with PostGIS.');
    test.skip(name === 'api' && !existsSync('/proc/self/stat'), 'It reads the CPU time of processes from /proc.');
    const command = [resolve(root, 'bench/run.ts'), name, '--smoke'];
    const ended = await promisify(execFile)(process.execPath, command, { cwd: root, timeout: timeLimit(300_000) }).catch(
      (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
    );
    expect(ended, String(ended)).toMatchObject({ stdout: expect.stringContaining('|') });
  });
}
