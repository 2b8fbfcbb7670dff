import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './open.ts';

const KEY = 'epoch';
/** Put into DATA_DIR by whoever restored a backup; the next start takes it as read and removes it. */
const RESTORED = 'restored';

/**
 * Settles which life of the data this is: made at the first start, and anew after a restore, so that devices know that what
 * they were told may be gone (decision 0017).
 */
export async function settleEpoch(db: Db, dataDir: string): Promise<void> {
  const mark = join(dataDir, RESTORED);
  const isRestored = existsSync(mark);
  await db
    .insertInto('server_state')
    .values({ key: KEY, value: randomUUID() })
    .onConflict((conflict) =>
      isRestored ? conflict.column('key').doUpdateSet((set) => ({ value: set.ref('excluded.value') })) : conflict.doNothing(),
    )
    .execute();
  // Pages and cursors of the taxonomy from after the backup may mean something else by now.
  if (isRestored) await db.updateTable('taxonomy_state').set({ epoch: randomUUID() }).execute();
  // Last: cut off before this, the epoch is made anew once more, which does no harm.
  if (isRestored) rmSync(mark, { force: true });
}

export async function findEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom('server_state').select('value').where('key', '=', KEY).executeTakeFirstOrThrow();
  return row.value;
}
