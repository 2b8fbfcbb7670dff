import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ObservationWrite } from '@veld/contract';
import type pg from 'pg';
import { startVeld, type RunningVeld } from '../../e2e/server.ts';
import { type Db, openDatabase } from '../../server/src/db/open.ts';
import { SERVER_ROLE } from '../../server/src/db/roles.ts';
import { secretIn } from '../../server/src/secret.ts';
import { embeddedUrl } from '../embedded.ts';
import { seedRandom } from '../report.ts';
import type { BareOptions } from './bare.ts';
import { fill, type Filled, sampleFilled, speciesIn } from './fill.ts';
import type { FloorOptions } from './floor.ts';
import { makeFloor } from './floor-tables.ts';
import type { Side } from './load.ts';
import { readPostmasterId } from './processes.ts';
import { drawBody, DESCRIPTIONS, requestsFor, type RouteName } from './requests.ts';
import { captureStatements } from './statements.ts';

/** Veld with so many records, and a connection to its database as the owner. */
export interface World {
  side: Side;
  veld: RunningVeld;
  filled: Filled;
  body: ObservationWrite;
  databaseUrl: string;
  db: Db;
  pool: pg.Pool;
  /** Process ids of the connections to its cluster that meet a condition. */
  backendsOf(condition: string): Promise<number[]>;
  /** Stops the server. Deletes its data unless they are kept in a folder. */
  end(): Promise<void>;
}

export interface WorldOptions {
  name: string;
  records: number;
  seed: number;
  /** A folder that keeps the data for further runs. */
  keptIn: string | null;
  say(line: string): void;
}

/** Routes whose answers must be the same on the floor. */
const COMPARED: readonly RouteName[] = ['feed', 'record', 'changes', 'no changes', 'species seen'];
const COMPARED_TIMES = 50;

/** Starts Veld and fills it, unless the folder has the data from an earlier run. */
export async function startWorld({ name, records, seed, keptIn, say }: WorldOptions): Promise<World> {
  const folder = keptIn && join(resolve(keptIn), `${records}-${seed}`);
  const note = folder && join(folder, 'filled.json');
  const kept = note && existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { made: string; at: string }) : null;
  const isKept = kept?.made === fingerprint();
  if (folder && !isKept) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const veld = await startVeld({}, ...(folder ? [join(folder, 'data')] : []));
  const databaseUrl = embeddedUrl(veld.dataDir);
  let opened: ReturnType<typeof openDatabase> | null = null;
  const open = async () => {
    opened = openDatabase({ url: databaseUrl, poolSize: 1 });
    await opened.pool.query(`set statement_timeout = 0; set lock_timeout = 0; set application_name = 'bench'`);
    return opened;
  };
  const end = async () => {
    await opened?.db.destroy();
    await (folder ? veld.stop() : veld.remove());
  };
  try {
    if (!isKept) {
      const { pool, db } = await open();
      say(`Inserting ${records.toLocaleString('en')} records ...`);
      const started = performance.now();
      await fill(pool, records, seed);
      say(`... took ${((performance.now() - started) / 1000).toFixed(0)} s`);
      await db.destroy();
      opened = null;
      if (note) writeFileSync(note, JSON.stringify({ made: fingerprint(), at: new Date().toISOString() }));
      // Its memory at rest is that of a start on existing data, without the import of the starter.
      await veld.stop();
      await veld.start();
    }
    const { pool, db } = await open();
    if (isKept) await removeLater(pool, kept.at);
    const filled = sampleFilled(records, seed);
    const random = seedRandom(seed + 1);
    const body = drawBody(random, [...(await speciesIn(pool)).values()]);
    const backends = (condition: string) => backendsOf(pool, condition);
    const side: Side = {
      name,
      url: veld.url,
      pid: veld.pid()!,
      postmaster: readPostmasterId(veld.dataDir),
      requests: await requestsFor(pool, filled, random, body),
      backends: () => backends(`usename = '${SERVER_ROLE}'`),
    };
    return { side, veld, filled, body, databaseUrl, db, pool, backendsOf: backends, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Kept data are made again when the generator changes. New migrations change them where they are. */
function fingerprint(): string {
  return createHash('sha256')
    .update(readFileSync(join(import.meta.dirname, 'fill.ts')))
    .digest('hex');
}

/** Removes what earlier runs saved, so that each run starts from the same records. */
async function removeLater(pool: pg.Pool, at: string): Promise<void> {
  await pool.query('delete from xp_events where created_at > $1', [at]);
  await pool.query('delete from observation_writes where created_at > $1', [at]);
  await pool.query('delete from observations where created_at > $1', [at]);
  // A session that was not used for an hour would be extended by its first request.
  await pool.query('update sessions set last_seen_at = now()');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

async function backendsOf(pool: pg.Pool, condition: string): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and ${condition}`,
  );
  return rows.map((row) => row.pid);
}

/** Bare Fastify with Veld's statements, on the same database. */
export async function startSameSql(world: World): Promise<{ side: Side; child: ChildProcess }> {
  const { databaseUrl, filled, body } = world;
  const statements = await captureStatements(databaseUrl, filled.userIds[0]!, body);
  const { child, url } = await startChild('bare.ts', { databaseUrl, statements } satisfies BareOptions);
  const backends = () => world.backendsOf(`datname = 'veld' and usename = 'veld' and application_name = 'veld'`);
  return { side: { ...world.side, name: 'same SQL', url, pid: child.pid!, backends }, child };
}

/** The floor, on tables of its own in the same database. Throws if its answers are not the same. */
export async function startFloor(world: World): Promise<{ side: Side; child: ChildProcess }> {
  const { databaseUrl, veld, db, pool } = world;
  const secret = secretIn(veld.dataDir);
  const epoch = await makeFloor(db, pool, secret);
  const { child, url } = await startChild('floor.ts', { databaseUrl, secret: secret.toString('base64'), epoch } satisfies FloorOptions);
  const backends = () => world.backendsOf(`application_name = 'floor'`);
  const side = { ...world.side, name: 'floor', url, pid: child.pid!, backends };
  try {
    await compareAnswers(world.side, side);
  } catch (error) {
    child.kill();
    throw error;
  }
  return { side, child };
}

async function startChild(file: string, given: BareOptions | FloorOptions): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, file), { stdio: 'inherit' });
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message: { port: number }) => done(message.port));
    child.once('exit', (code) => fail(new Error(`${file} exited with code ${code}`)));
    child.send(given);
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

async function compareAnswers(veld: Side, floor: Side): Promise<void> {
  for (const route of COMPARED) {
    for (let count = 0; count < COMPARED_TIMES; count++) {
      const { path, headers } = veld.requests[route]();
      const [expected, actual] = await Promise.all(
        [veld, floor].map(async ({ url }) => {
          const response = await fetch(url + path, { headers: headers as Record<string, string> });
          if (!response.ok) throw new Error(`${url + path} returned ${response.status}`);
          return (await response.json()) as unknown;
        }),
      );
      if (!isDeepStrictEqual(expected, actual))
        throw new Error(`${DESCRIPTIONS[route]}: the floor answers\n${JSON.stringify(actual)}\ninstead of\n${JSON.stringify(expected)}`);
    }
  }
}
