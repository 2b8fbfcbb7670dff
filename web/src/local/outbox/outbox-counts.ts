import { liveQuery } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';

export interface OutboxCounts {
  /** Records of which this device has something that the server has not: words, a deletion, a photo. */
  unsent: number;
  needsAttention: number;
  /** When the oldest of them was made; null where there is none. */
  oldest: number | null;
}

/** A record counts once, however many of its saves and photos wait; settings are not counted. */
export async function outboxCounts(database: UserDatabase): Promise<OutboxCounts> {
  const items = await recordItems(database);
  const records = new Set(items.map((item) => item.observation_id));
  const stuck = new Set(items.filter((item) => item.state === 'needs_attention').map((item) => item.observation_id));
  const oldest = items.reduce((least, item) => Math.min(least, item.created_at), Number.POSITIVE_INFINITY);
  return { unsent: records.size, needsAttention: stuck.size, oldest: items.length > 0 ? oldest : null };
}

/**
 * What waits of records. Whole rows in one request of the database: walking the keys of an index is a request for each, and
 * with the outbox of a month takes many times as long.
 */
export async function recordItems(database: UserDatabase): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.where('observation_id').above('').toArray());
}

/** Calls `listener` with the counts now and after each change, in all tabs; the answer ends it. */
export function watchOutbox(database: UserDatabase, listener: (counts: OutboxCounts) => void): () => void {
  const watch = liveQuery(() => outboxCounts(database)).subscribe({ next: listener, error() {} });
  return () => watch.unsubscribe();
}
