import { manyUnlessSeed, readOption, prove } from './seeded-proof.ts';

/** Compares what others are shown in pairs of worlds, see docs/proofs.md: `--pairs 100 --seed 1 --requests 15`. */
const seed = readOption('--seed', 1);
const pairs = readOption('--pairs', manyUnlessSeed(100));
const requests = readOption('--requests', 15);

await prove({
  name: 'privacy',
  files: ['e2e/privacy'],
  env: { VELD_SEED: String(seed), VELD_PAIRS: String(pairs), VELD_REQUESTS: String(requests) },
  at: `seeds ${seed} to ${seed + pairs - 1}, ${requests} requests of each route and caller`,
  rowsOf: (counts, row) => {
    const some = (measure: string, value = 0) => row(measure, 'more than 0', value, value > 0);
    return [
      row('responses that differ between the worlds of a pair', '0', counts.differing ?? pairs, counts.differing === 0),
      row('pairs of worlds', String(pairs), counts.pairs ?? 0, counts.pairs === pairs),
      some('responses compared', counts.responses),
      some('of them with content', counts.found),
      some('of them tiles', counts.tiles),
      some('of them errors', counts.refused),
      some('bytes compared', counts.bytes),
    ];
  },
});
