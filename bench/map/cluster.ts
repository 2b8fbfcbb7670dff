import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Cluster, startCluster } from '../../server/src/testing/postgres.mjs';
import { type Db, openDatabase } from '../../server/src/db/open.ts';
import { prepareTemplate, templateUrl } from '../../server/src/testing/database.ts';

const HOME = '/usr/lib/postgresql';

/** Starts a PostgreSQL that has PostGIS, from Debian's packages, with its data on disk, in a folder that is kept or a temporary one. Throws if there is none. */
async function startPostGis(kept: string | undefined): Promise<Cluster> {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.find((version) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`));
  if (!found) throw new Error(`PostGIS is missing: apt-get install postgresql postgresql-${versions[0] ?? '15'}-postgis-3`);
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const cluster = await startCluster(join(HOME, found, 'bin'), {
    folder: kept ?? mkdtempSync(join(tmpdir(), 'veld-bench-map-')),
    isKept: kept !== undefined,
    // As the embedded database has it.
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB', 'random_page_cost=1.1'],
  });
  if (typeof cluster === 'string') throw new Error(`PostgreSQL ${found} did not start: ${cluster}`);
  return cluster;
}

/**
 * Runs `work` on the migrated database with the starter taxonomy, in a PostgreSQL that has PostGIS. With a folder, the database stays there,
 * and is used as it is if there is one.
 */
export async function withPostGis<T>(work: (db: Db, pool: pg.Pool, isThere: boolean) => Promise<T>, kept?: string): Promise<T> {
  const isThere = kept !== undefined && existsSync(join(kept, 'data'));
  const cluster = await startPostGis(kept);
  try {
    const { url } = isThere ? cluster : await prepareTemplate(cluster.url);
    if (!isThere) {
      const template = openDatabase({ url, poolSize: 1 });
      await template.pool.query('alter database veld_template with allow_connections true');
      await template.db.destroy();
    }
    const { db, pool } = openDatabase({ url: templateUrl(url), poolSize: 4, maxWaitMs: 3_600_000 });
    try {
      return await work(db, pool, isThere);
    } finally {
      await db.destroy();
    }
  } finally {
    await cluster.stop();
  }
}
