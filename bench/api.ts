import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ObservationWrite } from '@veld/contract';
import autocannon from 'autocannon';
import { startVeld } from '../e2e/server.ts';
import { openDatabase } from '../server/src/db/open.ts';
import type { BareOptions } from './api/bare.ts';
import { draftOf, fill, type Filled } from './api/fill.ts';
import { captureStatements } from './api/statements.ts';
import { embeddedUrl } from './embedded.ts';
import { type Measure, median, optionsOf, randomOf, report, round } from './report.ts';

/**
 * Reading the feed, reading one record and saving one: Veld compared with bare Fastify that runs the same SQL on the same database.
 * The sides alternate, so that other load on the machine affects both; the median of the rounds' ratios counts.
 */
const RECORDS = 100_000;
const CONNECTIONS = 20;
const ROUNDS = 5;
const WARM_UP_SECONDS = 3;
const MIN_THROUGHPUT_RATIO = 0.5;
const MAX_P99_RATIO = 2;

interface Side {
  throughput: number[];
  p99: number[];
}

const options = optionsOf(process.argv.slice(2));
const seconds = options.isLong ? 20 : 6;
const say = (line: string) => console.log(`bench  ${line}`);

say('Starting Veld ...');
const veld = await startVeld();
let bare: ChildProcess | null = null;
const rows: Measure[] = [];
try {
  const databaseUrl = embeddedUrl(veld.dataDir);
  say(`Inserting ${RECORDS.toLocaleString('en')} records ...`);
  const { pool, db } = openDatabase({ url: databaseUrl, poolSize: 1 });
  await pool.query('set statement_timeout = 0');
  const filled = await fill(pool, RECORDS, options.seed);
  await db.destroy();
  const random = randomOf(options.seed + 1);
  // The body of every save, apart from its ids. It has no photo, so that the two statements for photos run on neither side.
  const body: ObservationWrite = { ...draftOf(random, filled.taxonIds), media: [], geoprivacy: 'open', write_id: randomUUID() };
  const statements = await captureStatements(databaseUrl, filled.userIds[0]!, body);
  bare = fork(join(import.meta.dirname, 'api/bare.ts'), { stdio: 'inherit' });
  const bareUrl = await startBare(bare, { databaseUrl, statements });

  for (const [measure, request] of Object.entries(requestsOf(filled, random, body))) {
    const sides: Record<'veld' | 'bare', Side> = { veld: { throughput: [], p99: [] }, bare: { throughput: [], p99: [] } };
    const run = async (name: 'veld' | 'bare', duration: number) => {
      const result = await autocannon({
        url: name === 'veld' ? veld.url : bareUrl,
        connections: CONNECTIONS,
        duration,
        requests: [{ setupRequest: request }],
      });
      if (result.non2xx + result.errors + result.timeouts > 0)
        throw new Error(
          `${measure}, ${name}: ${result.non2xx} responses without 2xx, ${result.errors} errors, ${result.timeouts} timeouts`,
        );
      return result;
    };
    say(`${measure} ...`);
    await run('veld', WARM_UP_SECONDS);
    await run('bare', WARM_UP_SECONDS);
    for (let count = 0; count < ROUNDS; count++) {
      for (const name of count % 2 === 0 ? (['veld', 'bare'] as const) : (['bare', 'veld'] as const)) {
        const result = await run(name, seconds);
        sides[name].throughput.push(result.requests.average);
        sides[name].p99.push(result.latency.p99);
      }
    }
    rows.push(compared(`${measure}: requests a second`, 'throughput', sides), compared(`${measure}: p99 in ms`, 'p99', sides));
  }
} finally {
  bare?.kill();
  await veld.remove();
}
report('api', rows);

function startBare(child: ChildProcess, given: BareOptions): Promise<string> {
  return new Promise((done, fail) => {
    child.once('message', (message: { port: number }) => done(`http://127.0.0.1:${message.port}`));
    child.once('exit', (code) => fail(new Error(`The bare server exited with code ${code}`)));
    child.send(given);
  });
}

type SetUp = (request: autocannon.Request) => autocannon.Request;

/** For each measure, the next request of a connection: by a random person, for a random or a new record. */
function requestsOf(filled: Filled, random: () => number, body: ObservationWrite): Record<string, SetUp> {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const bearer = () => ({ authorization: `Bearer ${one(filled.tokens)}`, 'accept-language': 'en' });
  return {
    'GET /api/feed': (request) => ({ ...request, method: 'GET', path: '/api/feed', headers: bearer() }),
    'GET /api/observations/{id}': (request) => ({
      ...request,
      method: 'GET',
      path: `/api/observations/${one(filled.recordIds)}`,
      headers: bearer(),
    }),
    'PUT /api/observations/{id}': (request) => ({
      ...request,
      method: 'PUT',
      path: `/api/observations/${randomUUID()}`,
      headers: { ...bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, write_id: randomUUID() }),
    }),
  };
}

function compared(measure: string, what: keyof Side, sides: Record<'veld' | 'bare', Side>): Measure {
  const ratio = median(sides.veld[what].map((value, at) => value / sides.bare[what][at]!));
  const isThroughput = what === 'throughput';
  return {
    measure,
    at: `${RECORDS.toLocaleString('en')} records, ${CONNECTIONS} connections, ${ROUNDS} x ${seconds} s`,
    against: 'bare Fastify, same SQL',
    veld: round(median(sides.veld[what]), 1),
    other: round(median(sides.bare[what]), 1),
    ratio: round(ratio),
    target: isThroughput ? `at least ${MIN_THROUGHPUT_RATIO}` : `at most ${MAX_P99_RATIO}`,
    holds: isThroughput ? ratio >= MIN_THROUGHPUT_RATIO : ratio <= MAX_P99_RATIO,
  };
}
