import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@veld/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cases, prepareCase, type PreparedCase } from './features/all.cases.ts';
import { routeRows } from './features/all.ts';
import type { AccessRow } from './http/feature.ts';
import { makeWorld, newToken, type World } from './testing/cases.ts';
import { enlarged, makeLargest } from './testing/largest.ts';
import { insertManyRows } from './testing/many-rows.ts';
import { draft, save } from './testing/records.ts';

/*
 * Every request has a budget: for each route, eight requests at the same time with the largest permitted body or the most expensive
 * permitted query, while the health check and the feed of somebody else answer in time (docs/testing.md).
 */

const AT_ONCE = 8;
const MAX_HEALTH_MS = 250;
const MAX_FEED_MS = 1000;
/** Or so many times what it takes at that moment without these requests, where other tests take the processors too. */
const MAX_FEED_TIMES = 10;
/** Another load on the machine can delay some measurements; a route that is too slow is too slow each time. */
const MAX_ATTEMPTS = 8;
/** What is slow for a moment waits before it is measured again, longer each time, in milliseconds. */
const WAIT_MS = 500;
/** The default limit of a body. */
const BODY_BYTES = 1024 * 1024;
/** How often a refused field is replaced until a body is accepted. */
const MAX_TRIES = 8;
const RESULTS = join(import.meta.dirname, '../../results');

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;
const routes = new Map((Object.values(contract) as unknown[]).filter(isRoute).map((route) => [`${route.method} ${route.path}`, route]));

interface Measured {
  route: string;
  statuses: string;
  bytes: number;
  ms: number;
  health: number;
  feed: number;
  /** The feed alone, right after. */
  calm: number;
}

/** In milliseconds, how long the feed may take beside the requests. */
const feedLimit = ({ calm }: Measured) => Math.max(MAX_FEED_MS * inject('machineFactor'), MAX_FEED_TIMES * calm);

const measured: Measured[] = [];

/** A caller that the route accepts. */
function callerOf(row: AccessRow): 'owner' | keyof World['people'] {
  const isFine = (expected: AccessRow['owner'] | number) => {
    const status = typeof expected === 'object' ? (expected.open ?? expected.other) : expected;
    return typeof status === 'number' && status < 300;
  };
  if (row.owner !== undefined && isFine(row.owner)) return 'owner';
  for (const role of ['user', 'curator', 'admin'] as const) if (isFine(row[role])) return role;
  return 'admin';
}

describe('a request with the largest body, eight at the same time', () => {
  let world: World;
  let bystander: string;
  beforeAll(async () => {
    world = await makeWorld();
    const { veld, anna, people } = world;
    for (const geoprivacy of ['open', 'obscured'] as const) await save(veld, anna, crypto.randomUUID(), draft({ geoprivacy }));
    const client = new pg.Client({ connectionString: veld.databaseUrl });
    await client.connect();
    await insertManyRows(client, { records: 5_000, people: 250, taxa: 2_000 });
    await client.query('analyze');
    await client.end();
    bystander = (await newToken(veld, people.pro.user.id)).token;
  });
  afterAll(async () => {
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, 'budget.md'), tableOf(measured));
    await world.veld.close();
  });

  it.each([...routes.keys()])('%s', async (key) => {
    let best: Measured | null = null;
    const factor = inject('machineFactor');
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const one = await measure(key);
      if (!best || Math.max(one.health * 4, one.feed) < Math.max(best.health * 4, best.feed)) best = one;
      if (best.health <= MAX_HEALTH_MS * factor && best.feed <= feedLimit(best)) break;
      await sleep(attempt * WAIT_MS);
    }
    measured.push(best!);
    expect(best!.health, `${key} keeps the health check waiting`).toBeLessThanOrEqual(MAX_HEALTH_MS * factor);
    expect(best!.feed, `${key} keeps the feed waiting`).toBeLessThanOrEqual(feedLimit(best!));
    const refused = cases[key]!.budget?.isRefused ? '4\\d\\d' : '404|409|410|429';
    expect(best!.statuses, `${key} does not accept its largest request`).toMatch(new RegExp(`^(2\\d\\d|304|${refused})( |$)`));
    expect(best!.statuses).not.toMatch(/5\d\d/);
  });

  async function measure(key: string): Promise<Measured> {
    if (routes.get(key)!.body && !asValid.has(key)) await findLargest(key);
    const prepared: { path: string; init: RequestInit }[] = [];
    const shared = key.startsWith('GET ') ? await request(key) : null;
    for (let count = 0; count < AT_ONCE; count++) prepared.push(shared ?? (await request(key)));
    const { veld } = world;
    const began = performance.now();
    let isOver = false;
    const requests = Promise.all(
      prepared.map(async ({ path, init }) => {
        const response = await veld.fetch(path, init);
        await response.arrayBuffer();
        return response.status;
      }),
    ).finally(() => (isOver = true));
    const timed = async (path: string, init?: RequestInit) => {
      const start = performance.now();
      await (await veld.fetch(path, init)).arrayBuffer();
      return performance.now() - start;
    };
    // It waits for nothing but this thread. What others on the machine take from the thread meanwhile is not the route's.
    const health = async () => {
      let longest = 0;
      do {
        const before = process.threadCpuUsage();
        const waited = await timed('/api/health');
        const { user, system } = process.threadCpuUsage(before);
        longest = Math.max(longest, Math.min(waited, (user + system) / 1000));
      } while (!isOver);
      return longest;
    };
    const readFeed = () => timed('/api/feed', { headers: { authorization: `Bearer ${bystander}` } });
    const [statuses, longest, feed] = await Promise.all([requests, health(), readFeed()]);
    return {
      route: key,
      statuses: [...new Set(statuses)].toSorted((one, two) => one - two).join(' '),
      bytes: prepared[0]!.init.body instanceof Uint8Array ? prepared[0]!.init.body.length : String(prepared[0]!.init.body ?? '').length,
      ms: performance.now() - began,
      health: longest,
      feed,
      calm: await readFeed(),
    };
  }

  /** The fields of a route whose largest value it refuses: rules between fields, which the schema does not say. */
  const asValid = new Map<string, Set<string>>();

  /** Finds the largest body that a route accepts: where it refuses a field, that has the value of a valid request. */
  async function findLargest(key: string): Promise<void> {
    const names = new Set<string>();
    asValid.set(key, names);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { path, init } = await request(key);
      const response = await world.veld.fetch(path, init);
      if (response.status !== 422) return;
      const { errors = {} } = (await response.json()) as contract.Problem;
      for (const field of Object.keys(errors)) names.add(field.split('.')[0]!);
    }
  }

  async function request(key: string): Promise<{ path: string; init: RequestInit }> {
    const { budget = {} } = cases[key]!;
    const route = routes.get(key)!;
    const prepared = await prepareCase(world, key, 'open');
    const caller = callerOf(routeRows[key]!.access);
    const userId = caller === 'owner' ? world.anna.user.id : world.people[caller].user.id;
    const { token } = await newToken(world.veld, userId);
    const path = withQuery(prepared, { ...largestLimit(route), ...budget.query });
    const headers = { authorization: `Bearer ${token}`, ...prepared.init.headers };
    if (!route.body || prepared.init.body instanceof Uint8Array) return { path, init: { ...prepared.init, headers } };
    const valid: unknown = JSON.parse(String(prepared.init.body ?? '{}'));
    const maxBytes = budget.maxBytes ?? (routeRows[key]!.access.none < 400 ? 60_000 : BODY_BYTES - 2000);
    const large = enlarged(valid, makeLargest(route.body, maxBytes));
    const body = budget.body ? budget.body(large as never, valid as never) : withValid(large, valid, asValid.get(key));
    return { path, init: { ...prepared.init, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) } };
  }
});

/** A body of which these fields are those of a valid one, or absent as there. */
function withValid(large: unknown, valid: unknown, names: ReadonlySet<string> = new Set()): unknown {
  if (names.has('body')) return valid;
  const kept = Object.entries(large as object).filter(([name]) => !names.has(name));
  const replaced = Object.entries(valid as object).filter(([name]) => names.has(name));
  return Object.fromEntries([...kept, ...replaced]);
}

/** The largest page that a route sends. */
function largestLimit({ query }: contract.Route): Record<string, string> {
  const shape = (query?._zod.def as { shape?: Record<string, contract.Route['body']> } | undefined)?.shape;
  const limit = [1000, 500, 200, 100, 50, 30, 20, 10].find((one) => shape?.limit?.safeParse(String(one)).success);
  return limit === undefined ? {} : { limit: String(limit) };
}

function withQuery({ path }: PreparedCase, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(path, 'http://veld.test');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

function tableOf(rows: readonly Measured[]): string {
  const lines = rows
    .toSorted((one, two) => two.health - one.health)
    .map(({ route, statuses, bytes, ms, health, feed }) => {
      const cells = [route, statuses, String(bytes), ...[ms, health, feed].map((value) => value.toFixed(0))];
      return `| ${cells.join(' | ')} |`;
    });
  const head = [
    '| Route | Status | Bytes of the body | ms for eight | Health, longest ms | Feed, ms |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  return `${[...head, ...lines].join('\n')}\n`;
}
