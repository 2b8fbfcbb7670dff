import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type * as server from '../../e2e/server.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { seedRandom } from '../report.ts';
import { fill, speciesIn } from './fill.ts';
import type { Side } from './load.ts';
import { drawBody, requestsFor } from './requests.ts';
import type { World } from './sides.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DATABASE = 'before';

/**
 * The server of a commit, from a copy of its files with today's packages, on a database of its own in the same cluster: its schema
 * with the same records.
 */
export async function startBefore(
  world: World,
  commit: string,
  records: number,
  seed: number,
): Promise<{ side: Side; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-before-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const end = async () => {
    for (const one of ends.splice(0).toReversed()) await one();
  };
  try {
    checkOut(commit, folder);
    await world.pool.query(`drop database if exists ${DATABASE} with (force)`);
    await world.pool.query(`create database ${DATABASE} encoding 'UTF8' template template0`);
    ends.push(() => world.pool.query(`drop database ${DATABASE} with (force)`));
    const url = world.databaseUrl.replace('/veld?', `/${DATABASE}?`);
    // Its own code starts it, so that it gets the settings of its time.
    const { startVeld } = (await import(pathToFileURL(join(folder, 'e2e/server.ts')).href)) as typeof server;
    const veld = await startVeld({ DATABASE_URL: url });
    ends.push(() => veld.remove());
    const { pool, db } = openDatabase({ url, poolSize: 1 });
    ends.push(() => db.destroy());
    const [now, then] = [await speciesIn(world.pool), await speciesIn(pool)];
    const missing = [...now.keys()].filter((species) => !then.has(species));
    if (missing.length > 0)
      throw new Error(`The starter of ${commit} lacks ${missing.length} of today's species, so that its records would differ`);
    await fill(pool, records, seed, [...now.keys()]);
    await continueFeed(pool);
    await veld.stop();
    await veld.start();
    const random = seedRandom(seed + 1);
    const side: Side = {
      ...world.side,
      name: 'before',
      url: veld.url,
      pid: veld.pid()!,
      requests: await requestsFor(
        pool,
        world.filled,
        random,
        drawBody(
          random,
          [...now.keys()].map((species) => then.get(species)!),
        ),
      ),
      backends: () => world.backendsOf(`datname = '${DATABASE}' and application_name = 'veld'`),
    };
    await db.destroy();
    ends.pop();
    return { side, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Before the migration `0007_listed_at_content_hash.sql`, a sequence numbered the records; inserted rows have not advanced it. */
async function continueFeed(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select from information_schema.columns where table_name = 'observations' and column_name = 'feed_seq'`,
  );
  if (rowCount !== 0)
    await pool.query(`select setval(pg_get_serial_sequence('observations', 'feed_seq'), (select max(feed_seq) from observations))`);
}

/** Copies the files of the commit, with links to the installed packages; its own packages link to its own folders. */
function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const part of ['', 'server', 'contract', 'taxonomy', 'geography', 'geometry']) {
    const [installed, into] = [join(ROOT, part, 'node_modules'), join(folder, part, 'node_modules')];
    if (!existsSync(installed) || !existsSync(join(folder, part))) continue;
    mkdirSync(into);
    for (const name of readdirSync(installed)) if (name !== '@veld') symlinkSync(join(installed, name), join(into, name));
  }
  const own = join(folder, 'node_modules/@veld');
  mkdirSync(own);
  for (const name of readdirSync(join(ROOT, 'node_modules/@veld')))
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(own, name));
}
