import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

const given = process.argv.slice(3);

/** A number given on the command line, such as `--seeds 200`. */
export function readOption(name: string, fallback: number): number {
  const at = given.indexOf(name);
  return at >= 0 ? Number(given[at + 1]) : fallback;
}

/** The default number of seeds; one, if a certain seed is asked for. */
export function manyUnlessSeed(many: number): number {
  return given.includes('--seed') ? 1 : many;
}

interface Proof {
  name: string;
  files: readonly string[];
  /** The project of these files; by default `simulation`. */
  project?: string;
  env: Record<string, string>;
  /** What was run, for the table. */
  at: string;
  rowsOf: (counts: Record<string, number>, row: (measure: string, target: string, value: number, holds: boolean) => Measure) => Measure[];
}

/** Runs tests, which print `name {counts}`, and reports the counts. Exits with 1 if they print none. */
export async function prove({ name, files, project = 'simulation', env, at, rowsOf }: Proof): Promise<void> {
  const began = Date.now();
  const [, json] = new RegExp(`^${name} (\\{.*\\})$`, 'm').exec(await run(files, project, env)) ?? [];
  if (!json) {
    console.error('The proof ended without printing its counts.');
    process.exit(1);
  }
  const row = (measure: string, target: string, value: number, holds: boolean): Measure => ({
    measure,
    at,
    against: '-',
    veld: value,
    other: null,
    ratio: null,
    target,
    holds,
  });
  const rows = rowsOf(JSON.parse(json) as Record<string, number>, row);
  report(name, [...rows, row('seconds', '-', Math.round((Date.now() - began) / 1000), true)]);
}

/** What the tests print, which is also shown as it comes. */
function run(files: readonly string[], project: string, env: Record<string, string>): Promise<string> {
  const root = resolve(import.meta.dirname, '../..');
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        // Before the options: the last one would take a file as its value.
        ...files,
        '--project',
        project,
        '--reporter=default',
        '--disable-console-intercept',
      ],
      { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.once('close', () => done(output));
  });
}
