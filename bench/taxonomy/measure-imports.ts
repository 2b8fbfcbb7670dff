import type { Measure } from '../report.ts';
import { compared, type Setup, alternated, PERSISTENT, type Plan } from './plan.ts';

const MIB = 2 ** 20;
const PEERS = ['baseline', 'sqlite'] as const;

/**
 * Measures imports, from rows in the worker's memory to stored and searchable, each in a fresh profile, and the stored size.
 */
export async function measureImports(plan: Plan, setup: Setup): Promise<Measure[]> {
  const { at, devices, pages, taxa } = setup;
  const sides = plan.sidesOf(PERSISTENT, at);
  const rounds = at !== '100k' || !plan.wants('import') ? 1 : plan.isLong ? 7 : 3;
  const seconds: Record<string, number[]> = {};
  for (let count = 0; count < rounds; count++) {
    for (const side of alternated(sides, count)) {
      // The baseline is so slow that one round is enough.
      if (side === 'baseline' && count > 0) continue;
      const isLast = count === rounds - 1 || side === 'baseline';
      const device = isLast ? devices[side] : setup.newDevice(side);
      plan.say(`${at}: ${side} imports ...`);
      await device.start();
      if (at === '100k') await device.ask({ what: 'load', pages });
      (seconds[side] ??= []).push((await device.ask({ what: 'import', pages, total: taxa.length })) / 1000);
      await (isLast ? device.stop() : device.remove());
    }
  }
  const rows: Measure[] = [];
  if (plan.wants('import') && at === '100k') {
    const targets = { baseline: 100, sqlite: 5 };
    for (const side of plan.sidesOf(PEERS, at))
      rows.push(compared('import on the device, s', at, side, { veld: seconds.veld!, other: seconds[side]! }, { times: targets[side] }));
  }
  if (plan.wants('size')) {
    const stored: Record<string, number[]> = {};
    for (const side of sides) stored[side] = [(await devices[side].storedBytes()) / MIB];
    const most = { baseline: 0.2, sqlite: 1 };
    for (const side of plan.sidesOf(PEERS, at)) {
      const target = at === '100k' ? { most: most[side] } : null;
      rows.push(compared('stored size, MiB', at, side, { veld: stored.veld!, other: stored[side]! }, target));
    }
  }
  return rows;
}
