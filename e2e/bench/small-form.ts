import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { timeLimit } from '../time-limit.ts';

const root = resolve(import.meta.dirname, '../..');
/** Files in bench/ that are no benchmark. */
const PARTS = ['device-records', 'embedded', 'phone', 'report', 'run', 'taxonomy-list'];
const hasPostGis = globSync('/usr/share/postgresql/*/extension/postgis.control').length > 0;

/** Those without a browser, which most changes of the server and the taxonomy touch. */
export const CORE_BENCHMARKS: readonly string[] = ['api', 'feed', 'relevance', 'taxonomy'];
export const OTHER_BENCHMARKS: readonly string[] = readdirSync(resolve(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => ![...PARTS, ...CORE_BENCHMARKS].includes(name));

/** A test that the small form of a benchmark still prints its table. */
export function testSmallForm(name: string): void {
  test(`the benchmark ${name} still runs`, async () => {
    test.skip((name === 'map' || name === 'explore') && !hasPostGis, 'It compares with PostGIS.');
    test.skip(name === 'api' && !existsSync('/proc/self/stat'), 'It reads the CPU time of processes from /proc.');
    const command = [resolve(root, 'bench/run.ts'), name, '--smoke'];
    const ended = await promisify(execFile)(process.execPath, command, { cwd: root, timeout: timeLimit(300_000) }).catch(
      (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
    );
    expect(ended, String(ended)).toMatchObject({ stdout: expect.stringContaining('|') });
  });
}
