import { manyUnlessSeed, readOption, prove } from './seeded-proof.ts';

/** Walks many seeded journeys and reports what happened: `--seeds 200 --steps 40 --seed 1`. */
const first = readOption('--seed', 1);
const seeds = readOption('--seeds', manyUnlessSeed(200));
const steps = readOption('--steps', 40);

await prove({
  name: 'journeys',
  files: ['e2e/simulation/journeys.test.ts'],
  env: { VELD_SEED: String(first), VELD_SEEDS: String(seeds), VELD_STEPS: String(steps) },
  at: `${seeds} seeds from ${first} of ${steps} steps`,
  rowsOf: (counts, row) => {
    const some = (measure: string, value = 0) => row(measure, seeds >= 4 ? 'more than 0' : '-', value, seeds < 4 || value > 0);
    return [
      row('journeys with a point that is lost, repeated or out of order', '0', counts.failed ?? seeds, counts.failed === 0),
      some('points', counts.points),
      some('kills of the app', counts.kills),
      some('pauses and continuations', counts.pauses),
      some('times that the clock was set', counts.clockChanges),
      some('requests cut, refused or never answered', counts.requestFaults),
    ];
  },
});
