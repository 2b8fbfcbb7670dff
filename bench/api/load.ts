import autocannon from 'autocannon';
import { isSmoke } from '../report.ts';
import { measureCpu, measureDatabaseCpu, measureMemory, measureOwnMemory } from './processes.ts';
import { DESCRIPTIONS, type Next, type RouteName } from './requests.ts';

/** A server that is measured, with its database. */
export interface Side {
  name: string;
  url: string;
  /** Process id of the server. */
  pid: number;
  /** Process id of the cluster; sides may share one. */
  postmaster: number;
  requests: Record<RouteName, () => Next>;
  /** Process ids of its connections to the database. */
  backends(): Promise<number[]>;
}

/** What one round of requests cost. Times are in milliseconds, CPU times per request. */
export interface Round {
  throughput: number;
  p50: number;
  p99: number;
  nodeCpu: number;
  databaseCpu: number;
  cpu: number;
}

/** MB of memory: of the server, and what its connections to the database do not share. */
export interface Memory {
  node: number;
  database: number;
}

/** Sends requests of a route over some connections, each the next as soon as it has a response. */
export async function load(side: Side, route: RouteName, connections: number, seconds: number): Promise<Round> {
  const next = side.requests[route];
  const before = { node: measureCpu(side.pid), database: measureDatabaseCpu(side.postmaster) };
  const times: number[] = [];
  const from = performance.now();
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const instance = autocannon(
      // Rounds end with a sample.
      {
        url: side.url,
        connections,
        // As few as possible, however slow the machine is.
        ...(isSmoke ? { amount: connections } : { duration: seconds }),
        sampleInt: 100,
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      },
      (error: Error | null, ended) => (error ? fail(error) : done(ended)),
    );
    // Its own percentiles are in whole milliseconds.
    instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const took = performance.now() - from;
  const { non2xx, errors, timeouts } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${DESCRIPTIONS[route]}, ${side.name}: ${non2xx} responses without 2xx, ${errors} errors, ${timeouts} timeouts`);
  const nodeCpu = (measureCpu(side.pid) - before.node) / times.length;
  const databaseCpu = (measureDatabaseCpu(side.postmaster) - before.database) / times.length;
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return {
    throughput: (times.length / took) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    nodeCpu,
    databaseCpu,
    cpu: nodeCpu + databaseCpu,
  };
}

export async function memoryNow(side: Side): Promise<Memory> {
  return { node: measureMemory(side.pid), database: measureOwnMemory(await side.backends()) };
}
