import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './open.ts';

const KEY = 'epoch';
/** A file in DATA_DIR that marks a restored backup. The next start removes it. */
const RESTORED = 'restored';

/**
 * Creates the epoch of the data at the first start, and replaces it after a backup was restored, so that devices know that
 * acknowledged writes may be missing (decision 0017).
 */
export async function ensureEpoch(db: Db, dataDir: string): Promise<void> {
  const mark = join(dataDir, RESTORED);
  const isRestored = existsSync(mark);
  await db
    .insertInto('server_state')
    .values({ key: KEY, value: randomUUID() })
    .onConflict((conflict) =>
      isRestored ? conflict.column('key').doUpdateSet((set) => ({ value: set.ref('excluded.value') })) : conflict.doNothing(),
    )
    .execute();
  // Pages and cursors from before the restore may not match the restored taxonomy.
  if (isRestored) await db.updateTable('taxonomy_state').set({ epoch: randomUUID() }).execute();
  // Removed last: if the start is interrupted before this, the next start creates another epoch, which is harmless.
  if (isRestored) rmSync(mark, { force: true });
}

/** A query for the epoch. */
export const EPOCH = sql<string>`select value from server_state where key = ${sql.lit(KEY)}`;

export async function findEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom('server_state').select('value').where('key', '=', KEY).executeTakeFirstOrThrow();
  return row.value;
}
