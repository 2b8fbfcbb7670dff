import type { PersistedClient, Persister } from '@tanstack/query-persist-client-core';
import { type Clock, systemClock } from '../device/clock';
import type { UserDatabase } from '../db/database';
import { beforeLeaving } from '../db/storage-notices';

const KEY = 'cache';
const WRITE_AFTER_MS = 1000;

/**
 * Persists the query cache (other people's records and profiles) in the user's own database, so that another account on the device
 * does not see it. Written at most once a second; a failed write only makes the next start slower.
 */
export function createQueryPersister(database: UserDatabase, clock: Clock = systemClock): Persister & { flush(): Promise<void> } {
  let pending: PersistedClient | null = null;
  let cancel = () => {};

  async function flush() {
    cancel();
    const value = pending;
    pending = null;
    if (value)
      await database.write('server_copy', [database.queries], () => database.queries.put({ key: KEY, value })).catch(() => undefined);
  }

  beforeLeaving(flush);

  return {
    persistClient(client) {
      if (!pending) cancel = clock.after(WRITE_AFTER_MS, () => void flush());
      pending = withoutFailures(client);
    },
    async restoreClient() {
      const row = await database.read(() => database.queries.get(KEY)).catch(() => undefined);
      return row?.value as PersistedClient | undefined;
    },
    async removeClient() {
      cancel();
      pending = null;
      await database.write('server_copy', [database.queries], () => database.queries.delete(KEY));
    },
    flush,
  };
}

/** A refetch that failed, such as one without a connection, takes nothing from what was fetched before. */
function withoutFailures(client: PersistedClient): PersistedClient {
  const { queries, ...others } = client.clientState;
  const answered = queries.map((query) => {
    const state = { ...query.state, status: 'success' as const, error: null, fetchFailureCount: 0, fetchFailureReason: null };
    return { ...query, state };
  });
  return { ...client, clientState: { ...others, queries: answered } };
}
