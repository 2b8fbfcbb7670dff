import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

/** Runs the simulation on many seeds and reports what happened: `--seeds 500 --steps 100 --seed 1`. */
const given = process.argv.slice(3);
const optionOf = (name: string, fallback: number) => {
  const at = given.indexOf(name);
  return at >= 0 ? Number(given[at + 1]) : fallback;
};
const first = optionOf('--seed', 1);
const seeds = optionOf('--seeds', given.includes('--seed') ? 1 : 500);
const steps = optionOf('--steps', 100);

const root = resolve(import.meta.dirname, '../..');
const began = Date.now();
const output = await run();
const [, json] = /^simulation (\{.*\})$/m.exec(output) ?? [];
if (!json) {
  console.error('The simulation ended without printing its counts.');
  process.exit(1);
}
const counts = JSON.parse(json) as Record<string, number>;

const at = `${seeds} seeds from ${first} of ${steps} steps`;
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
const some = (measure: string, value = 0) => row(measure, seeds >= 10 ? 'more than 0' : '-', value, seeds < 10 || value > 0);
report('simulation', [
  row('seeds that differ from the model or never finish syncing', '0', counts.failed ?? seeds, counts.failed === 0),
  some('records', counts.records),
  some('acknowledged changes of fields', counts.saves),
  some('photos', counts.photos),
  some('changes of captions, licences and crops', counts.metadata),
  some('times that photos were reordered', counts.moves),
  some('kills of the app', counts.kills),
  some('requests cut, refused or never answered', counts.requestFaults),
  some('sessions expired or revoked', counts.refusals),
  some('times that a person had to resolve a conflict', counts.conflicts),
  row('seconds', '-', Math.round((Date.now() - began) / 1000), true),
]);

function run(): Promise<string> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'simulation', '--reporter=default', '--disable-console-intercept'],
      {
        cwd: root,
        env: { ...process.env, NO_COLOR: '1', VELD_SEED: String(first), VELD_SEEDS: String(seeds), VELD_STEPS: String(steps) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.once('exit', () => done(output));
  });
}
