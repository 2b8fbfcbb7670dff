import type { Measure } from '../report.ts';
import { compared, type Setup, alternated, type Plan } from './plan.ts';
import { drawQueries } from './queries.ts';

/** Measures the time from navigation in a new browser to the first result, with all files in the system's cache. */
export async function measureOpening(plan: Plan, setup: Setup): Promise<Measure[]> {
  const { at, devices, taxa } = setup;
  const sides = plan.sidesOf(['empty', 'veld', 'sqlite', 'baseline'], at);
  if (!plan.wants('opening') || sides.length < 2) return [];
  const rounds = plan.isLong ? 15 : 7;
  // Prefixes of at least three letters of well-known taxa, so that every side finds something.
  const texts = drawQueries(taxa.slice(0, 1000), 1000, plan.seed + 11)
    .filter(({ kind, text }) => kind === 'prefix' && /^[a-z]{4,}$/i.test(text))
    .map(({ text }) => text);
  const times: Record<string, number[]> = {};
  plan.say(`${at}: opening new pages ...`);
  for (const side of sides) await devices[side].start(texts.at(-1));
  for (let count = 0; count < rounds; count++) {
    for (const side of alternated(sides, count)) {
      (times[side] ??= []).push(await devices[side].start(texts[count]));
      await devices[side].stop();
    }
  }
  return plan
    .sidesOf(['baseline', 'sqlite', 'empty'], at)
    .map((side) =>
      compared(
        'page open to first result, ms',
        at,
        side,
        { veld: times.veld!, other: times[side]! },
        side === 'empty' ? null : { most: 1 },
      ),
    );
}
