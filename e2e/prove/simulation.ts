import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

/** Two people with three devices each, every fault there is, against a model: `--seeds 500 --steps 100 --seed 1`. */
const given = process.argv.slice(3);
const optionOf = (name: string, otherwise: number) => {
  const at = given.indexOf(name);
  return at >= 0 ? Number(given[at + 1]) : otherwise;
};
const first = optionOf('--seed', 1);
const seeds = optionOf('--seeds', given.includes('--seed') ? 1 : 500);
const steps = optionOf('--steps', 100);

const root = resolve(import.meta.dirname, '../..');
const began = Date.now();
const output = await run();
const [, told] = /^simulation (\{.*\})$/m.exec(output) ?? [];
if (!told) {
  console.error('The simulation ended without a word of what it did.');
  process.exit(1);
}
const counted = JSON.parse(told) as Record<string, number>;

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
  row('seeds that differ from the model, or do not come to rest', '0', counted.failed ?? seeds, counted.failed === 0),
  some('records', counted.records),
  some('changes of fields that were acknowledged', counted.saves),
  some('photos', counted.photos),
  some('captions, licences and crops that were changed', counted.words),
  some('times that photos were put in another order', counted.moves),
  some('kills of the app', counted.kills),
  some('requests cut, refused or without an answer', counted.troubles),
  some('sessions expired or revoked', counted.refusals),
  some('times that a person had to decide', counted.conflicts),
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
