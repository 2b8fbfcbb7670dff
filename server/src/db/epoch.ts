import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './open.ts';

const KEY = 'epoch';
/** A file in DATA_DIR that tells the next start that a backup was restored. The start removes it. */
const RESTORED = 'restored';

/**
 * Sets the epoch of the data: created at the first start and replaced after a restore, so that devices know that acknowledged
 * writes may be missing (decision 0017).
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
  // After the restore, pages and cursors of the taxonomy may mean something else.
  if (isRestored) await db.updateTable('taxonomy_state').set({ epoch: randomUUID() }).execute();
  // Last: a start that is interrupted before this creates another epoch, which does no harm.
  if (isRestored) rmSync(mark, { force: true });
}

export async function findEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom('server_state').select('value').where('key', '=', KEY).executeTakeFirstOrThrow();
  return row.value;
}
