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

/** Also a schema: it says that the data were moved to another database, so that nobody goes on with the old ones by mistake. */
const MOVED_SCHEMA = 'veld_moved';

export const isMarked = (client: pg.Client): Promise<boolean> => hasSchema(client, MARK_SCHEMA);
export const isMoved = (client: pg.Client): Promise<boolean> => hasSchema(client, MOVED_SCHEMA);

async function hasSchema(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [name]);
  return rowCount === 1;
}

export async function markMoved(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${MOVED_SCHEMA}`);
}

export async function unmarkMoved(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${MOVED_SCHEMA}`);
}

/** Throws a `BackupFault` if the restore of a backup into this database has not ended, or if its data were moved to another one. */
export async function refuseUnusable(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'veld' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isMarked(client))
      throw new BackupFault(
        'A restore of these data runs or was cut off, so they are not whole. Run the same command again, npm run restore or npm run move: it begins anew.',
      );
    if (await isMoved(client))
      throw new BackupFault(
        'The data of this database were moved to another one: set DATABASE_URL to that. To go on with these instead: npm run move -- --undo',
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
