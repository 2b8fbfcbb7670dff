import { manyUnlessSeed, readOption, prove } from './seeded-proof.ts';

/** Runs the simulation on many seeds and reports what happened: `--seeds 500 --steps 100 --seed 1`. */
const first = readOption('--seed', 1);
const seeds = readOption('--seeds', manyUnlessSeed(500));
const steps = readOption('--steps', 100);

await prove({
  name: 'simulation',
  files: [],
  env: { VELD_SEED: String(first), VELD_SEEDS: String(seeds), VELD_STEPS: String(steps) },
  at: `${seeds} seeds from ${first} of ${steps} steps`,
  rowsOf: (counts, row) => {
    const some = (measure: string, value = 0) => row(measure, seeds >= 10 ? 'more than 0' : '-', value, seeds < 10 || value > 0);
    return [
      row('seeds that differ from the model or never finish syncing', '0', counts.failed ?? seeds, counts.failed === 0),
      some('records', counts.records),
      some('acknowledged changes of fields', counts.saves),
      some('photos', counts.photos),
      some('changes of captions, licences and crops', counts.metadata),
      some('times that photos were reordered', counts.moves),
      some('reactions set and taken back', counts.reactions),
      some('comments', counts.comments),
      some('identifications made and withdrawn', counts.identifications),
      some('kills of the app', counts.kills),
      some('requests cut, refused or never answered', counts.requestFaults),
      some('sessions expired or revoked', counts.refusals),
      some('times that a person had to resolve a conflict', counts.conflicts),
    ];
  },
});
