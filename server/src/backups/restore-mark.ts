import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { BackupFault } from './format.ts';

/*
 * The marks of a restore that has not ended. The one in the database decides: with it no server starts, and a restore begins anew. It is
 * dropped in the last step. The file in the data folder only says that the files there are those of a restore and of nothing else, so that
 * another attempt may remove them; a server that starts removes it.
 */

/** A schema, because it can be created before there is a table, and holds what the restore itself needs. */
export const MARK_SCHEMA = 'veld_restoring';

const fileOf = (dataDir: string): string => join(dataDir, 'restoring');

export async function isMarked(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [MARK_SCHEMA]);
  return rowCount === 1;
}

/** Throws a `BackupFault` if the restore of a backup into this database has not ended. */
export async function refuseCutOffRestore(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'veld' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isMarked(client))
      throw new BackupFault(
        'A restore of these data runs or was cut off, so they are not whole. Run the same command again: npm run restore -- FILE',
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const hasRestoreMark = (dataDir: string): boolean => existsSync(fileOf(dataDir));

export function writeRestoreMark(dataDir: string): void {
  writeFileSync(fileOf(dataDir), '', { mode: 0o600, flush: true });
  const folder = openSync(dirname(fileOf(dataDir)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export function removeRestoreMark(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
