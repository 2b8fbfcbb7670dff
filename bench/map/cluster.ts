import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Cluster, startCluster } from '../../scripts/postgres.mjs';
import { type Db, openDatabase } from '../../server/src/db/open.ts';
import { prepareTemplate, templateUrl } from '../../server/src/testing/database.ts';

const HOME = '/usr/lib/postgresql';

/** Starts a PostgreSQL that has PostGIS, from Debian's packages, with its data on disk. Throws if there is none. */
async function startPostGis(): Promise<Cluster> {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.find((version) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`));
  if (!found) throw new Error(`PostGIS is missing: apt-get install postgresql postgresql-${versions[0] ?? '15'}-postgis-3`);
  const cluster = await startCluster(join(HOME, found, 'bin'), {
    folder: mkdtempSync(join(tmpdir(), 'veld-bench-map-')),
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
  });
  if (typeof cluster === 'string') throw new Error(`PostgreSQL ${found} did not start: ${cluster}`);
  return cluster;
}

/** Runs `work` on the migrated database with the starter taxonomy, in a PostgreSQL that has PostGIS. */
export async function withPostGis<T>(work: (db: Db, pool: pg.Pool) => Promise<T>): Promise<T> {
  const cluster = await startPostGis();
  try {
    const { url } = await prepareTemplate(cluster.url);
    const template = openDatabase({ url, poolSize: 1 });
    await template.pool.query('alter database veld_template with allow_connections true');
    await template.db.destroy();
    const { db, pool } = openDatabase({ url: templateUrl(url), poolSize: 4, maxWaitMs: 3_600_000 });
    try {
      return await work(db, pool);
    } finally {
      await db.destroy();
    }
  } finally {
    await cluster.stop();
  }
}
