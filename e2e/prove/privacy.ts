import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Measure, report } from '../../bench/report.ts';

/** Compares what others are shown in pairs of worlds, see docs/proofs.md: `--pairs 100 --seed 1 --requests 15`. */
const given = process.argv.slice(3);
const optionOf = (name: string, fallback: number) => {
  const at = given.indexOf(name);
  return at >= 0 ? Number(given[at + 1]) : fallback;
};
const seed = optionOf('--seed', 1);
const pairs = optionOf('--pairs', given.includes('--seed') ? 1 : 100);
const requests = optionOf('--requests', 15);

const root = resolve(import.meta.dirname, '../..');
const began = Date.now();
const output = await run();
const [, json] = /^privacy (\{.*\})$/m.exec(output) ?? [];
if (!json) {
  console.error('The proof ended without printing its counts.');
  process.exit(1);
}
const counts = JSON.parse(json) as Record<'pairs' | 'responses' | 'found' | 'refused' | 'bytes' | 'tiles' | 'differing', number>;

const at = `seeds ${seed} to ${seed + pairs - 1}, ${requests} requests of each route and caller`;
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
report('privacy', [
  row('responses that differ between the worlds of a pair', '0', counts.differing, counts.differing === 0),
  row('pairs of worlds', String(pairs), counts.pairs, counts.pairs === pairs),
  row('responses compared', 'more than 0', counts.responses, counts.responses > 0),
  row('of them with content', 'more than 0', counts.found, counts.found > 0),
  row('of them tiles', 'more than 0', counts.tiles, counts.tiles > 0),
  row('of them errors', 'more than 0', counts.refused, counts.refused > 0),
  row('bytes compared', 'more than 0', counts.bytes, counts.bytes > 0),
  row('seconds', '-', Math.round((Date.now() - began) / 1000), true),
]);

function run(): Promise<string> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'simulation',
        '--reporter=default',
        '--disable-console-intercept',
        'e2e/privacy',
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          NO_COLOR: '1',
          VELD_SEED: String(seed),
          VELD_PAIRS: String(pairs),
          VELD_REQUESTS: String(requests),
        },
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
