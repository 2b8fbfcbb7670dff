import { setTimeout as sleep } from 'node:timers/promises';
import { startBefore } from './api/before.ts';
import { load, type Memory, memoryNow, type Round, type Side } from './api/load.ts';
import { type Opponent, parseApiPlan, shortly } from './api/plan.ts';
import { measureCpu, measureDatabaseCpu, requireProc } from './api/processes.ts';
import { DESCRIPTIONS, type RouteName } from './api/requests.ts';
import { startFloor, startSameSql, startWorld, type World } from './api/sides.ts';
import { formatTableLines, type Measure, median, report, round, sized } from './report.ts';

/**
 * Reading and saving records: Veld compared with bare Fastify that runs the same SQL, with the least that a server can do for the
 * same answers, with an earlier commit, or with itself on other numbers of records. The sides alternate, so that other load on the machine affects all; the median of the rounds' ratios counts.
 * See docs/benchmarks/api.md.
 */
const MANY = 20;
const MIN_THROUGHPUT_RATIO = 0.5;
const MAX_P99_RATIO = 2;
/** Of the CPU time of a request, however many records there are. */
const MAX_GROWTH = 1.3;
/** Routes with these targets. */
const WITH_TARGETS: readonly RouteName[] = ['feed', 'record', 'save'];
const WORDS = { throughput: 'requests a second', p99: 'p99 in ms', cpu: 'CPU in ms' } as const;
const REST_SECONDS = sized(5, 0.1);

/** The rounds of each side for a route with so many connections. */
interface Measured {
  route: RouteName;
  connections: number;
  rounds: Map<Side, Round[]>;
}

const plan = parseApiPlan(process.argv.slice(3));
const isSeries = plan.records.length > 1;
const say = (line: string) => console.log(`bench  ${line}`);
const ends: (() => unknown)[] = [];
let rows: Measure[];

requireProc();
try {
  const sides = isSeries ? await startSizes() : await startOpponents(plan.records[0]!);
  const atRest = await rest(sides);
  const underLoad = new Map<Side, Memory>();
  const measured: Measured[] = [];
  for (const route of plan.routes) {
    for (const connections of plan.connections) measured.push(await measure(sides, route, connections, underLoad));
  }
  print(sides, measured);
  printMemory(sides, atRest, underLoad);
  rows = isSeries ? comparedWithFirst(sides, measured) : comparedWith(sides, measured);
} finally {
  for (const end of ends.toReversed()) await end();
}
report('api', rows);

async function start(records: number, name: string): Promise<World> {
  say(`Starting Veld for ${records.toLocaleString('en')} records ...`);
  const world = await startWorld({ name, records, seed: plan.seed, keptIn: plan.data, say });
  ends.push(world.end);
  return world;
}

/** Veld with each number of records. */
async function startSizes(): Promise<Side[]> {
  const sides: Side[] = [];
  for (const records of plan.records) sides.push((await start(records, shortly(records))).side);
  return sides;
}

/** Veld and its opponents on the same data. */
async function startOpponents(records: number): Promise<Side[]> {
  const world = await start(records, 'veld');
  const starts = { 'same SQL': startSameSql, floor: startFloor } as const satisfies Record<Opponent, unknown>;
  const sides = [world.side];
  for (const name of plan.opponents) {
    const { side, child } = await starts[name](world);
    ends.push(() => child.kill());
    sides.push(side);
  }
  if (plan.against !== null) {
    say(`Starting the server of ${plan.against} and inserting the same records ...`);
    const { side, end } = await startBefore(world, plan.against, records, plan.seed);
    ends.push(end);
    sides.push(side);
  }
  return sides;
}

/** Measures the memory of the sides before their first load, and what everything costs at rest. */
async function rest(sides: readonly Side[]): Promise<Map<Side, Memory>> {
  const memory = new Map<Side, Memory>();
  for (const side of sides) memory.set(side, await memoryNow(side));
  const clusters = [...new Set(sides.map((side) => side.postmaster))];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const cpu = () => sum(sides.map((side) => measureCpu(side.pid))) + sum(clusters.map(measureDatabaseCpu));
  const before = cpu();
  await sleep(REST_SECONDS * 1000);
  say(`at rest all servers and databases use ${round((cpu() - before) / REST_SECONDS, 1)} ms of CPU time per second`);
  return memory;
}

async function measure(sides: readonly Side[], route: RouteName, connections: number, underLoad: Map<Side, Memory>): Promise<Measured> {
  say(`${DESCRIPTIONS[route]}, ${connections} at once ...`);
  const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  for (const side of sides) await load(side, route, connections, plan.warmUpSeconds);
  for (let count = 0; count < plan.rounds; count++) {
    const from = count % sides.length;
    for (const side of [...sides.slice(from), ...sides.slice(0, from)]) {
      rounds.get(side)!.push(await load(side, route, connections, plan.seconds));
      const [now, most] = [await memoryNow(side), underLoad.get(side)];
      underLoad.set(side, { node: Math.max(now.node, most?.node ?? 0), database: Math.max(now.database, most?.database ?? 0) });
    }
  }
  return { route, connections, rounds };
}

function print(sides: readonly Side[], measured: readonly Measured[]): void {
  const head = [
    'route',
    'at once',
    'side',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'Node ms',
    'PostgreSQL ms',
    isSeries ? `CPU, times ${sides[0]!.name}` : 'CPU of Veld',
  ];
  const lines = measured.flatMap(({ route, connections, rounds }) =>
    sides.map((side) => {
      const of = (what: keyof Round) => median(rounds.get(side)!.map((one) => one[what]));
      const ratio =
        side === sides[0]
          ? ''
          : String(round(isSeries ? ratioOf('cpu', rounds, side, sides[0]!) : ratioOf('cpu', rounds, sides[0]!, side)));
      const figures = [
        round(of('throughput'), 0),
        round(of('p50')),
        round(of('p99'), 1),
        round(of('nodeCpu'), 3),
        round(of('databaseCpu'), 3),
      ];
      return [DESCRIPTIONS[route], String(connections), side.name, ...figures.map(String), ratio];
    }),
  );
  console.log(['', ...formatTableLines(head, lines), ''].join('\n'));
}

function printMemory(sides: readonly Side[], atRest: ReadonlyMap<Side, Memory>, underLoad: ReadonlyMap<Side, Memory>): void {
  const head = ['memory in MB', 'Node at rest', 'Node under load', 'PostgreSQL at rest', 'PostgreSQL under load'];
  const lines = sides.map((side) => {
    const [before, after] = [atRest.get(side)!, underLoad.get(side)!];
    return [side.name, ...[before.node, after.node, before.database, after.database].map((value) => String(round(value, 0)))];
  });
  console.log([...formatTableLines(head, lines), ''].join('\n'));
}

/** How many times as much a side takes as another: the median over the rounds. */
function ratioOf(what: keyof Round, rounds: ReadonlyMap<Side, readonly Round[]>, one: Side, other: Side): number {
  return median(rounds.get(one)!.map((figures, at) => figures[what] / rounds.get(other)![at]![what]));
}

/** Veld compared with its opponents, over many connections. */
function comparedWith([veld, ...others]: readonly Side[], measured: readonly Measured[]): Measure[] {
  return overMany(measured).flatMap((one) =>
    others.flatMap((other) => {
      const hasTarget = other.name === 'same SQL' && WITH_TARGETS.includes(one.route);
      const cpu = compared(one, 'cpu', veld!, other, null);
      if (other.name === 'floor' || (other.name === 'same SQL' && !hasTarget)) return [cpu];
      return [
        compared(one, 'throughput', veld!, other, hasTarget ? { atLeast: MIN_THROUGHPUT_RATIO } : null),
        compared(one, 'p99', veld!, other, hasTarget ? { atMost: MAX_P99_RATIO } : null),
        cpu,
      ];
    }),
  );
}

/** Larger sizes compared with the first, over many connections. */
function comparedWithFirst([first, ...larger]: readonly Side[], measured: readonly Measured[]): Measure[] {
  return overMany(measured).flatMap((one) => larger.map((side) => compared(one, 'cpu', side, first!, { atMost: MAX_GROWTH })));
}

function overMany(measured: readonly Measured[]): Measured[] {
  return measured.filter(({ connections }) => connections === MANY);
}

function compared(
  { route, rounds }: Measured,
  what: keyof typeof WORDS,
  side: Side,
  other: Side,
  target: { atLeast: number } | { atMost: number } | null,
): Measure {
  const of = (one: Side) => median(rounds.get(one)!.map((figures) => figures[what]));
  const ratio = ratioOf(what, rounds, side, other);
  const records = isSeries ? side.name : shortly(plan.records[0]!);
  return {
    measure: `${DESCRIPTIONS[route]}: ${WORDS[what]}`,
    at: `${records} records, ${MANY} connections, ${plan.rounds} x ${plan.seconds} s`,
    against: isSeries ? `${other.name} records` : other.name,
    veld: round(of(side)),
    other: round(of(other)),
    ratio: round(ratio),
    target: target === null ? '' : 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`,
    holds: target === null || ('atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost),
  };
}
