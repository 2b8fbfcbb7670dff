import type { UserDatabase } from '../../db/database';
import { operations, TICKS_SUBJECT } from '../../outbox/operations';
import { afterEnqueue, enqueue } from '../../outbox/store';

/** Asks the server, later if need be, to remove all ticks of a taxon that the user has, also those that this device doesn't know. */
export function removeTicksOnServer(database: UserDatabase, taxonId: number, now = Date.now()): Promise<void> {
  return enqueue(database, operations.deleteTicks, { params: { id: String(taxonId) } }, now);
}

/** Forgets a removal that isn't confirmed yet: sent again, it would remove a tick that was made after it. */
export async function forgetTickRemoval(database: UserDatabase, taxonId: number): Promise<void> {
  const removed = await database.write('settings', [database.outbox], () =>
    database.outbox
      .where('subject')
      .equals(TICKS_SUBJECT + taxonId)
      .delete(),
  );
  if (removed > 0) await afterEnqueue(database);
}
