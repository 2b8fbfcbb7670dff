import type { Measure } from '../report.ts';
import { compared, type Setup, alternated, type Plan } from './plan.ts';
import { drawQueries } from './queries.ts';

const MIB = 2 ** 20;
const QUERIES = 100;

/** Measures the private memory of the page's process after a hundred queries and a garbage collection. */
export async function measureMemory(plan: Plan, setup: Setup): Promise<Measure[]> {
  const { at, devices, taxa } = setup;
  const sides = plan.sidesOf(['empty', 'veld', 'sqlite'], at);
  if (!plan.wants('memory') || sides.length < 2) return [];
  const texts = drawQueries(taxa, QUERIES, plan.seed + 9000).map(({ text }) => text);
  const held: Record<string, number[]> = {};
  plan.say(`${at}: memory of pages ...`);
  for (let count = 0; count < 3; count++) {
    for (const side of alternated(sides, count)) {
      const device = devices[side];
      await device.start();
      await device.ask({ what: 'open' });
      await device.ask({ what: 'queries', texts, limit: 100 });
      (held[side] ??= []).push((await device.memory()) / MIB);
      await device.stop();
    }
  }
  return plan
    .sidesOf(['sqlite', 'empty'], at)
    .map((side) =>
      compared(
        'memory of the page, MiB',
        at,
        side,
        { veld: held.veld!, other: held[side]! },
        side === 'sqlite' && at === '1M' ? { most: 2 } : null,
      ),
    );
}
