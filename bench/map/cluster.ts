import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../../scripts/postgres.mjs';

const HOME = '/usr/lib/postgresql';

/** Starts a PostgreSQL that has PostGIS, from Debian's packages, with its data on disk. Throws if there is none. */
export async function startPostGis(): Promise<Cluster> {
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
