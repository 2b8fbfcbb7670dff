import { getObservation } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turn } from '../../scripts/test-run/share.mjs';
import { type Answer, crawl, describeDifferences, drawRequests, type Request } from './crawl.ts';
import { drawPlan } from './plan.ts';
import { missingParameters } from './requests.ts';
import { type Base, endDay, makeBase, makeWorld, type World } from './worlds.ts';

const pairs = Number(process.env.VELD_PAIRS ?? 3);
const first = Number(process.env.VELD_SEED ?? 1);
const perRoute = Number(process.env.VELD_REQUESTS ?? 3);

describe('pairs of worlds that differ in what hidden records hide', () => {
  let base: Base;
  const counts = { pairs: 0, responses: 0, found: 0, refused: 0, bytes: 0, tiles: 0, differing: 0 };
  beforeAll(async () => {
    base = await makeBase();
  });
  afterAll(async () => {
    await base.veld.close();
    console.log(`privacy ${JSON.stringify(counts)}`);
  });

  function count(answers: readonly Answer[]): void {
    for (const { path, status, text } of answers) {
      counts.responses += 1;
      counts.bytes += text.length;
      if (status === 200) counts.found += 1;
      if (status >= 400) counts.refused += 1;
      if (path.startsWith('/api/map/tiles/') && status === 200) counts.tiles += 1;
    }
  }

  it('are asked with every parameter of every route', () => {
    expect(missingParameters()).toEqual([]);
  });

  /** What a pair answers differently, and what the owner sees in each of its worlds. */
  async function compare(seed: number) {
    const plan = drawPlan(seed);
    const worlds: World[] = [];
    for (const side of [0, 1] as const) worlds.push(await makeWorld(base, plan, side));
    const [one, two] = worlds as [World, World];
    const requests = drawRequests(one, perRoute);
    const answers: Answer[] = [];
    const differences: string[] = [];
    const look = async (some: readonly Request[]) => {
      const [seen, other] = [await crawl(one, some), await crawl(two, some)];
      answers.push(...seen);
      differences.push(...describeDifferences(seen, other));
    };
    // On the day of saving, hidden records are in no list yet.
    await look(requests.filter((_, at) => at % 3 === seed % 3));
    for (const world of worlds) await endDay(world);
    await look(requests);
    const { id } = plan.records[0]!;
    const own = async ({ veld, anna }: World) => (await veld.call(getObservation, { params: { id } }, anna.token)).body.data.latitude;
    const truths = [await own(one), await own(two)];
    await Promise.all(worlds.map(({ veld }) => veld.close()));
    return { answers, differences, truths };
  }

  const seeds = Array.from({ length: pairs }, (_, at) => first + at);
  it.each(turn(seeds, 4, 1))('answer others with the same bytes: seed %i', async (seed) => {
    const today = () => new Date().toISOString().slice(0, 10);
    let day = today();
    let pair = await compare(seed);
    // A day that ends between the requests to one world and to the other is a difference that nobody hides.
    for (; day !== today(); pair = await compare(seed)) day = today();
    count(pair.answers);
    counts.pairs += 1;
    counts.differing += pair.differences.length;
    expect(pair.differences.slice(0, 10)).toEqual([]);
    // The worlds do differ, for the owner.
    expect(pair.truths[0]).not.toBe(pair.truths[1]);
  });
});
