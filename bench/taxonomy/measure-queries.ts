import { type Measure, median, round, sized } from '../report.ts';
import {
  called,
  compared,
  isLenient,
  type Setup,
  alternated,
  PERSISTENT,
  type Plan,
  type SideName,
  SIDES,
  type Size,
  type Target,
} from './plan.ts';
import type { Timed } from './page/side.ts';
import { type Kind, MIX, drawQueries, type Query } from './queries.ts';

const LIMITS = [100, 5] as const;
const QUANTILES = { p50: 0.5, p95: 0.95 } as const;
const WARM_UP = 100;
/** Lenient sides are slow: at a million taxa, some take a second for a query. */
const LENIENT_ROUNDS: Readonly<Record<Size, number>> = { starter: 5, '100k': 2, '1M': 1 };
const LENIENT_WARM_UP = 10;
/** A side that answers a smaller share of the queries does not do the work being timed. */
const LEAST_ANSWERED = 0.4;

/** Per side and limit: for each round, the time of each query. */
type Times = Map<string, number[][]>;
/** Measured in the page; rows without this suffix are measured in the worker. */
const AS_SEEN = ', as the page sees it';

function keep(times: Times, side: SideName, limit: number, timed: Timed): void {
  times.set(`${side} ${limit}`, [...(times.get(`${side} ${limit}`) ?? []), timed.times]);
}

interface Asked {
  query: Query;
  found: number[];
}

/** Measures query times with queries that no tuning has seen, and how often the intended taxon is among the hits. */
export async function measureQueries(plan: Plan, setup: Setup): Promise<Measure[]> {
  const { at, devices, pages, taxa } = setup;
  const sides = plan.sidesOf(
    SIDES.filter((side) => side !== 'empty'),
    at,
  );
  if (!plan.wants('queries') || sides.length < 2) return [];
  const rounds = plan.isLong ? 9 : sized(5, 1);
  const count = plan.isLong ? 600 : sized(200, 10);
  // Separate queries per limit. The seeds are far from that of the names, so that no other draw repeats them.
  const given = new Map(LIMITS.map((limit) => [limit, drawQueries(taxa, count, plan.seed + 7000 + limit)]));
  for (const side of sides) {
    await devices[side].start();
    if ((PERSISTENT as readonly SideName[]).includes(side)) await devices[side].ask({ what: 'open' });
    else {
      plan.say(`${at}: ${side} builds its index ...`);
      await devices[side].ask({ what: 'import', pages, total: taxa.length });
    }
    const texts = drawQueries(taxa, isLenient(side) ? LENIENT_WARM_UP : WARM_UP, plan.seed + 5000).map(({ text }) => text);
    for (const limit of LIMITS) await devices[side].ask({ what: 'queries', texts, limit });
  }
  plan.say(`${at}: ${rounds} rounds of ${2 * count} queries ...`);
  const times: Times = new Map();
  const timesFromPage: Times = new Map();
  const asked: Record<string, Asked[]> = {};
  for (let number = 0; number < rounds; number++) {
    for (const [limit, queries] of given) {
      for (const side of alternated(sides, number)) {
        if (isLenient(side) && number >= LENIENT_ROUNDS[at]) continue;
        const timed = await devices[side].ask({ what: 'queries', texts: queries.map(({ text }) => text), limit });
        keep(times, side, limit, timed);
        if (!isLenient(side)) {
          keep(
            timesFromPage,
            side,
            limit,
            await devices[side].askFromPage(
              queries.map(({ text }) => text),
              limit,
            ),
          );
        }
        if (limit === 100) asked[side] = queries.map((query, at) => ({ query, found: timed.found[at]! }));
      }
    }
  }
  for (const side of sides) {
    const answered = asked[side]!.filter(({ found }) => found.length > 0).length / asked[side]!.length;
    if (answered < LEAST_ANSWERED) throw new Error(`${side} answered ${Math.round(answered * 100)} % of the queries, too few to compare`);
  }
  const peers = sides.filter((side) => side !== 'veld');
  // Other load on the machine affects some rounds of a query, not most: each query counts with its median.
  const timesOf = (all: Times, side: SideName, limit: number) => {
    const kept = all.get(`${side} ${limit}`)!;
    return kept[0]!.map((_, query) => median(kept.map((round) => round[query]!)));
  };
  const timed = (what: 'p50' | 'p95', limit: 5 | 100, targets: Partial<Record<SideName, Target>>, all: Times = times, how = '') =>
    peers
      .filter((side) => all.has(`${side} ${limit}`))
      .map((side) =>
        compared(
          `query ${what}, limit ${limit}${how}, ms`,
          at,
          side,
          { veld: [quantile(timesOf(all, 'veld', limit), QUANTILES[what])], other: [quantile(timesOf(all, side, limit), QUANTILES[what])] },
          targets[side] ?? null,
        ),
      );
  plan.say(`${at}: of 100 texts made from a name, how often its taxon is among the first 5 and the first 100`);
  for (const side of sides) plan.say(`  ${called(side).padEnd(36)} ${kindsOf(asked[side]!)}`);
  return [
    ...timed('p95', 100, { baseline: { times: 20 }, sqlite: { times: 5 } }),
    ...timed('p50', 5, at === '100k' ? { baseline: { times: 10 }, flexsearch: { most: 2 } } : {}),
    ...timed('p95', 100, {}, timesFromPage, AS_SEEN),
    ...timed('p50', 5, {}, timesFromPage, AS_SEEN),
    ...[5, 100].flatMap((first) => peers.map((side) => foundMore(at, side, first, asked))),
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Percentage of the queries made from a taxon's name that have this taxon among the first hits. */
function share(asked: readonly Asked[], first: number): number {
  const meant = asked.filter(({ query }) => query.id !== null);
  return (100 * meant.filter(({ query, found }) => found.slice(0, first).includes(query.id!)).length) / meant.length;
}

/** The row for recall, because a search that finds less takes less time. */
function foundMore(at: string, other: SideName, first: number, asked: Record<string, Asked[]>): Measure {
  const veld = round(share(asked.veld!, first), 1);
  const others = round(share(asked[other]!, first), 1);
  return {
    measure: `taxon meant among the first ${first}, %`,
    at,
    against: called(other),
    veld,
    other: others,
    ratio: round(veld / others),
    target: 'no less',
    holds: veld >= others,
  };
}

function kindsOf(asked: readonly Asked[]): string {
  const kinds = (Object.keys(MIX) as Kind[]).filter((kind) => kind !== 'absent');
  return kinds
    .map((kind) => {
      const those = asked.filter(({ query }) => query.kind === kind);
      return `${kind} ${Math.round(share(those, 5))}/${Math.round(share(those, 100))}`;
    })
    .join('  ');
}
