import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

/** Walks many seeded journeys and reports what happened: `--seeds 200 --steps 40 --seed 1`. */
const given = process.argv.slice(3);
const optionOf = (name: string, fallback: number) => {
  const at = given.indexOf(name);
  return at >= 0 ? Number(given[at + 1]) : fallback;
};
const first = optionOf('--seed', 1);
const seeds = optionOf('--seeds', given.includes('--seed') ? 1 : 200);
const steps = optionOf('--steps', 40);

const root = resolve(import.meta.dirname, '../..');
const began = Date.now();
const output = await run();
const [, json] = /^journeys (\{.*\})$/m.exec(output) ?? [];
if (!json) {
  console.error('The proof ended without printing its counts.');
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
const some = (measure: string, value = 0) => row(measure, seeds >= 4 ? 'more than 0' : '-', value, seeds < 4 || value > 0);
report('journeys', [
  row('journeys with a point that is lost, repeated or out of order', '0', counts.failed ?? seeds, counts.failed === 0),
  some('points', counts.points),
  some('kills of the app', counts.kills),
  some('pauses and continuations', counts.pauses),
  some('times that the clock was set', counts.clockChanges),
  some('requests cut, refused or never answered', counts.requestFaults),
  row('seconds', '-', Math.round((Date.now() - began) / 1000), true),
]);

function run(): Promise<string> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        'e2e/simulation/journeys.test.ts',
        '--project',
        'simulation',
        '--reporter=default',
        '--disable-console-intercept',
      ],
      {
        cwd: root,
        env: { ...process.env, NO_COLOR: '1', VELD_SEED: String(first), VELD_SEEDS: String(seeds), VELD_STEPS: String(steps) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      process.stdout.write(chunk);
    });
    child.on('close', () => done(text));
  });
}
