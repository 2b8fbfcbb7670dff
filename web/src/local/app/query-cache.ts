import type { PersistedClient, Persister } from '@tanstack/query-persist-client-core';
import { type Clock, systemClock } from '../device/clock';
import type { UserDatabase } from '../db/database';
import { beforeLeaving } from '../db/storage-notices';

const KEY = 'cache';
const WRITE_AFTER_MS = 1000;

/**
 * Others' records and people, as last seen, in the database of the person who saw them: another account on the same device
 * does not get them. Written at most once a second; failing to write loses nothing but a quick start.
 */
export function createQueryPersister(database: UserDatabase, clock: Clock = systemClock): Persister & { flush(): Promise<void> } {
  let waiting: PersistedClient | null = null;
  let cancel = () => {};

  async function flush() {
    cancel();
    const value = waiting;
    waiting = null;
    if (value)
      await database.write('server_copy', [database.queries], () => database.queries.put({ key: KEY, value })).catch(() => undefined);
  }

  beforeLeaving(flush);

  return {
    persistClient(client) {
      if (!waiting) cancel = clock.after(WRITE_AFTER_MS, () => void flush());
      waiting = client;
    },
    async restoreClient() {
      const row = await database.read(() => database.queries.get(KEY)).catch(() => undefined);
      return row?.value as PersistedClient | undefined;
    },
    async removeClient() {
      cancel();
      waiting = null;
      await database.write('server_copy', [database.queries], () => database.queries.delete(KEY));
    },
    flush,
  };
}
