import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listObservationChanges, listObservations, pathFor, POSITION_HEADER, putObservation, register } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { prepareDatabase } from '../../server/src/prepare.ts';
import { type Balancer, type Node, startBalancer, startPrimary, startStandby } from '../../server/src/testing/cluster.ts';
import { type RunningVeld, startVeld } from '../server.ts';

interface Options {
  /** Acknowledged writes to wait for. */
  writes: number;
  kills: number;
  random: () => number;
}

export interface ClusterKilled {
  acknowledged: number;
  kills: Record<Victim, number>;
  lost: number;
  doubled: number;
  /** Reads, begun after READ_MAX_LAG, that had a record hidden before. */
  shown: number;
  /** Reads that lacked what their person had written before. */
  unread: number;
  /** Answers that were neither what was asked nor 503. */
  wrong: number;
  reads: number;
}

const VICTIMS = ['first server', 'second server', 'standby', 'primary'] as const;
type Victim = (typeof VICTIMS)[number];

const DAY_MS = 86_400_000;
/** Long enough ago for a day of its own for each record. */
const FIRST_DAY = Date.parse('1990-01-01');
/** The default of READ_MAX_LAG, and time for a request to be answered. */
const MAX_LAG_MS = 2_000;
const PLACE = { latitude: 52.09083, longitude: 5.12222, coordinate_uncertainty_m: 12, location_source: 'gps' };

interface Saved {
  by: Person;
  version: number;
  /** When hiding it was acknowledged; null while it is open. */
  hiddenAt: number | null;
}

/**
 * Two server processes on a primary and a synchronous standby, behind balancers. People write through both, also hide what they wrote, and
 * read it, while one part after the other is killed; the primary with a failover to the standby, which gets a new one.
 */
export async function killCluster({ writes, kills, random }: Options): Promise<ClusterKilled> {
  const cluster = await Cluster.start();
  const found: ClusterKilled = {
    acknowledged: 0,
    kills: { 'first server': 0, 'second server': 0, standby: 0, primary: 0 },
    lost: 0,
    doubled: 0,
    shown: 0,
    unread: 0,
    wrong: 0,
    reads: 0,
  };
  try {
    const saved = new Map<string, Saved>();
    const people = await Promise.all(['anna', 'bram', 'chen'].map((name) => Person.register(cluster, name)));
    let killed = 0;
    const isDone = () => found.acknowledged >= writes && killed >= kills;
    const write = async (person: Person) => {
      while (!isDone()) {
        const id = randomUUID();
        // The latest day is first in lists, so the record is on the first page.
        const observed_on = person.nextDay();
        await person.save(id, { observed_on, geoprivacy: 'open' }, null);
        saved.set(id, { by: person, version: 1, hiddenAt: null });
        found.acknowledged++;
        if (random() < 0.3) {
          await person.save(id, { observed_on, geoprivacy: 'private' }, 1);
          saved.set(id, { by: person, version: 2, hiddenAt: performance.now() });
          found.acknowledged++;
        }
        // Each reads the own list at once.
        const ids = await person.list(person);
        if (ids && !ids.has(id)) found.unread++;
      }
    };
    const read = async (reader: Person, of: Person) => {
      while (!isDone()) {
        const from = performance.now();
        const ids = await reader.list(of);
        if (!ids) continue;
        found.reads++;
        for (const id of ids) if ((saved.get(id)?.hiddenAt ?? from) < from - MAX_LAG_MS) found.shown++;
        await sleep(20);
      }
    };
    const kill = async () => {
      for (; killed < kills; killed++) {
        while (found.acknowledged < (writes * killed) / kills) await sleep(20);
        await sleep(random() * 400);
        const victim = VICTIMS[killed % VICTIMS.length]!;
        await cluster.kill(victim);
        found.kills[victim]++;
        process.stdout.write(`\rkill ${killed + 1}/${kills} (${victim}), ${found.acknowledged} acknowledged   `);
      }
    };
    await Promise.all([...people.map(write), read(people[0]!, people[1]!), read(people[1]!, people[2]!), kill()]);
    process.stdout.write('\n');
    await compare(cluster, people, saved, found);
    found.wrong = people.reduce((sum, person) => sum + person.wrong, 0);
    return found;
  } finally {
    await cluster.stop();
  }
}

async function compare(cluster: Cluster, people: Person[], saved: Map<string, Saved>, found: ClusterKilled): Promise<void> {
  const versions = new Map<string, number>();
  for (const person of people) for (const [id, version] of await person.changes()) versions.set(id, version);
  for (const [id, { version }] of saved) if ((versions.get(id) ?? 0) < version) found.lost++;
  for (const [id, version] of versions) if (version > (saved.get(id)?.version ?? 0)) found.doubled++;
  // A write that was repeated is one.
  const [row] = await cluster.primary.query<{ count: number }>(
    'select count(*)::int as count from observations o where (select count(*) from observation_writes w where w.observation_id = o.id) <> o.version',
  );
  found.doubled += row!.count;
}

class Cluster {
  primary: Node;
  standby: Node;
  readonly #servers: RunningVeld[] = [];
  readonly #writing: Balancer;
  readonly #reading: Balancer;
  readonly #dataDir: string;
  #turn = 0;

  private constructor(primary: Node, standby: Node, balancers: { writing: Balancer; reading: Balancer }, dataDir: string) {
    this.primary = primary;
    this.standby = standby;
    this.#writing = balancers.writing;
    this.#reading = balancers.reading;
    this.#dataDir = dataDir;
  }

  static async start(): Promise<Cluster> {
    const primary = await startPrimary();
    await prepareDatabase(primary.appUrl, { hasServerRole: false });
    const standby = await startStandby(primary);
    await waitForStandby(primary);
    const balancers = { writing: await startBalancer(primary), reading: await startBalancer(standby) };
    const cluster = new Cluster(primary, standby, balancers, mkdtempSync(join(tmpdir(), 'veld-cluster-')));
    const settings = { DATABASE_URL: balancers.writing.url, DATABASE_READ_URL: balancers.reading.url, LOG_LEVEL: 'fatal' };
    for (let count = 0; count < 2; count++) cluster.#servers.push(await startVeld(settings, cluster.#dataDir));
    return cluster;
  }

  /** The address of one server after the other, as a balancer chooses. */
  nextUrl(): string {
    return this.#servers[this.#turn++ % this.#servers.length]!.url;
  }

  async kill(victim: Victim): Promise<void> {
    const server = this.#servers[VICTIMS.indexOf(victim)];
    if (server) {
      await server.kill();
      return server.start();
    }
    if (victim === 'standby') {
      await this.standby.kill();
      await sleep(300);
      const reason = await this.standby.start();
      if (reason) throw new Error(`The standby did not start: ${reason}`);
      return waitForStandby(this.primary);
    }
    const old = this.primary;
    await old.kill();
    await this.standby.query("alter system set synchronous_standby_names = ''");
    await this.standby.query('select pg_promote()');
    this.primary = this.standby;
    this.#reading.pointAt(null);
    this.#writing.pointAt(this.primary);
    await old.stop();
    this.standby = await startStandby(this.primary);
    this.#reading.pointAt(this.standby);
    await waitForStandby(this.primary);
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.stop();
    for (const balancer of [this.#writing, this.#reading]) await balancer.close();
    await Promise.all([this.primary.stop(), this.standby.stop()]);
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Waits until the standby streams, and lets every commit wait for it from then on. */
async function waitForStandby(primary: Node): Promise<void> {
  while ((await primary.query("select 1 from pg_stat_replication where state = 'streaming'")).length === 0) await sleep(50);
  await primary.query("alter system set synchronous_standby_names = 'ANY 1 (*)'");
  await primary.query('select pg_reload_conf()');
}

/** Somebody who repeats each write until it is acknowledged, and reads with the position that the writes were answered with. */
class Person {
  readonly id: string;
  readonly #cluster: Cluster;
  readonly #token: string;
  #position: string | null = null;
  #days = 0;
  wrong = 0;

  private constructor(cluster: Cluster, id: string, token: string) {
    this.#cluster = cluster;
    this.id = id;
    this.#token = token;
  }

  static async register(cluster: Cluster, name: string): Promise<Person> {
    const body = { name, email: `${name}@example.org`, password: 'a long walk in the rain' };
    const { token, data } = await call(cluster.nextUrl(), register, { body });
    return new Person(cluster, data.id, token);
  }

  /** A day after the one before, YYYY-MM-DD. */
  nextDay(): string {
    return new Date(FIRST_DAY + this.#days++ * DAY_MS).toISOString().slice(0, 10);
  }

  async save(id: string, change: Record<string, unknown>, base: number | null): Promise<void> {
    const write = { verbatim_name: 'small brown bird', ...PLACE, write_id: randomUUID(), ...change };
    for (;;) {
      const answer = await this.#ask('PUT', pathFor(putObservation, { id }), write, base === null ? {} : { 'if-match': `"${base}"` });
      if (answer?.status === 200) {
        this.#position = answer.headers.get(POSITION_HEADER) ?? this.#position;
        return;
      }
      await sleep(50);
    }
  }

  /** The ids of the latest records of somebody that this person sees; null if there was no answer. */
  async list(of: Person): Promise<Set<string> | null> {
    const answer = await this.#ask('GET', `${listObservations.path}?user_id=${of.id}&limit=100`, undefined, {});
    if (answer?.status !== 200) return null;
    const { data } = answer.body as { data: { id: string }[] };
    return new Set(data.map(({ id }) => id));
  }

  async changes(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let cursor: string | undefined; ;) {
      const page = await call(this.#cluster.nextUrl(), listObservationChanges, { query: { limit: 100, cursor } }, this.#token);
      for (const { id, version } of page.data) found.set(id, version);
      if (!page.has_more) return found;
      cursor = page.next_cursor;
    }
  }

  async #ask(method: string, path: string, json: unknown, more: Record<string, string>) {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}`, ...more };
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (this.#position !== null) headers[POSITION_HEADER] = this.#position;
    try {
      const response = await fetch(this.#cluster.nextUrl() + path, {
        method,
        headers,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      if (response.status !== 200 && response.status !== 503) {
        this.wrong++;
        process.stdout.write(`\n${method} ${path} answered ${response.status}: ${text.slice(0, 200)}\n`);
      }
      return { status: response.status, headers: response.headers, body: response.status === 200 ? (JSON.parse(text) as unknown) : null };
    } catch {
      // Nobody answered, or the answer was cut.
      return null;
    }
  }
}
