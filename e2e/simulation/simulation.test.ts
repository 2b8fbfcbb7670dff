import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { turn } from '../../scripts/test-run/share.mjs';
import { activeDevice } from './active-device.ts';
import { simulate } from './run.ts';
import { newWorld, type World } from './world.ts';

// The app opens its database in one place; here that is the database of the active device.
vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

// `npm run prove -- simulation` runs 500 seeds; `npm test` runs fewer.
const wanted = Number(process.env.VELD_SEEDS ?? (process.env.VELD_LONG === '1' ? 50 : 6));
const steps = Number(process.env.VELD_STEPS ?? 100);
const first = Number(process.env.VELD_SEED ?? 1);
const seeds = turn(
  Array.from({ length: wanted }, (_, at) => first + at),
  2,
  2,
);

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test(`two people with three devices each agree with the model after ${steps} steps of faults, ${seeds.length} times`, async () => {
  const sum: Record<string, number> = {};
  const failed: string[] = [];
  for (const seed of seeds) {
    const counts = await simulate(world, seed, steps).catch((error: unknown) => {
      failed.push(`seed ${seed}: npm run prove -- simulation --seed ${seed} --seeds 1 --steps ${steps}\n${String(error)}`);
      if (process.env.VELD_STACK) console.log(error);
      return null;
    });
    for (const [name, count] of Object.entries(counts ?? {})) sum[name] = (sum[name] ?? 0) + count;
  }
  console.log(`simulation ${JSON.stringify({ seeds: seeds.length, steps, failed: failed.length, ...sum })}`);
  expect(failed).toEqual([]);
  // A simulation without faults proves nothing.
  if (seeds.length >= 3 && steps >= 50)
    for (const name of ['kills', 'requestFaults', 'refusals', 'conflicts', 'photos', 'reactions', 'comments', 'identifications'])
      expect(sum[name]).toBeGreaterThan(0);
});
