import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './open.ts';
import { onlyRow } from './rows.ts';
import { addServerState, setServerState } from './server-state.ts';

const KEY = 'epoch';
/** A file in DATA_DIR that marks a restored backup. The next start removes it. */
const RESTORED = 'restored';

/** Whether this is the first start after a backup was restored. */
export function isRestored(dataDir: string): boolean {
  return existsSync(join(dataDir, RESTORED));
}

/**
 * Creates the epoch of the data at the first start, and replaces it after a backup was restored, so that devices know that
 * acknowledged writes may be missing (decision 0017).
 */
export async function ensureEpoch(db: Db, dataDir: string): Promise<void> {
  const wasRestored = isRestored(dataDir);
  if (wasRestored) await renewEpoch(db);
  else await addServerState(db, KEY, randomUUID());
  // Removed last: if the start is interrupted before this, the next start creates another epoch, which is harmless.
  if (wasRestored) rmSync(join(dataDir, RESTORED), { force: true });
}

/** Gives restored data another epoch. */
export async function renewEpoch(db: Db): Promise<void> {
  await setServerState(db, KEY, randomUUID());
  // Pages and cursors from before the restore may not match the restored taxonomy.
  await db.updateTable('taxonomy_state').set({ epoch: randomUUID() }).execute();
}

/**
 * The epoch as an expression of SQL: of the data, and of the timeline of PostgreSQL from the second on. A standby that becomes the primary may
 * lack the last writes, and always begins a timeline (decision 0099). Only of the primary; a standby refuses it.
 */
export const EPOCH = sql<string>`(select value || coalesce('-' || nullif(left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), '00000001'), '') from server_state where key = ${sql.lit(KEY)})`;

export async function findEpoch(db: Db): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`select ${EPOCH} as epoch`.execute(db);
  return onlyRow(rows).epoch;
}
