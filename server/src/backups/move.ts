import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { BackupFault, type Manifest } from './format.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';
import { isMarked, markMoved } from './restore-mark.ts';
import { connectForCopy } from './snapshot.ts';

export interface MoveOptions {
  /** As the owner. No server uses it meanwhile. */
  from: string;
  /** An empty database, as its owner. */
  to: string;
  isToEmbedded: boolean;
  /** Where the files are and stay; the rows pass through it. */
  dataDir: string;
  version: string;
  onProgress?: (text: string) => void;
}

/**
 * Moves all rows to another database, and returns what was moved. The old ones stay, marked so that no server starts on them (`unmarkMoved`).
 * Throws a `BackupFault` if a server uses the old database, or if the new one is not empty.
 */
export async function moveDatabase({ from, to, isToEmbedded, dataDir, version, onProgress }: MoveOptions): Promise<Manifest> {
  const source = await connectForCopy(from);
  const path = join(dataDir, 'moving.tar');
  try {
    await requireUnused(source);
    await rm(path, { force: true });
    const shared = { dataDir, passphrase: null, ...(onProgress ? { onProgress } : {}) };
    await makeBackup({ ...shared, databaseUrl: from, version, to: path, isWithoutFiles: true, now: new Date() });
    const { manifest } = await restoreBackup({
      ...shared,
      path,
      ownerUrl: to,
      isEmbedded: isToEmbedded,
      isWithoutKeys: true,
      onMoved: async () => {
        await requireUnused(source);
        await markMoved(source);
      },
    });
    return manifest;
  } finally {
    await rm(path, { force: true });
    await source.end();
  }
}

/** What somebody saved meanwhile would be lost. */
async function requireUnused(source: pg.Client): Promise<void> {
  if (await isMarked(source)) throw new BackupFault('A restore of these data was cut off, so they are not whole. Restore them first.');
  const { rowCount } = await source.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'veld' limit 1",
  );
  if (rowCount) throw new BackupFault('Veld uses the database. Stop every server first, so that nothing that people save is lost.');
}
