import { liveQuery } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';

export interface OutboxCounts {
  /** Records with an unsent change, deletion or photo. */
  unsent: number;
  needsAttention: number;
  /** When the oldest item was created; null if the outbox is empty. */
  oldest: number | null;
}

/** A record counts once, however many items it has. Calls are not counted. */
export async function outboxCounts(database: UserDatabase): Promise<OutboxCounts> {
  const items = await recordItems(database);
  const records = new Set(items.map((item) => item.observation_id));
  const failed = new Set(items.filter((item) => item.state === 'needs_attention').map((item) => item.observation_id));
  const oldest = items.reduce((least, item) => Math.min(least, item.created_at), Number.POSITIVE_INFINITY);
  return { unsent: records.size, needsAttention: failed.size, oldest: items.length > 0 ? oldest : null };
}

/** All items of records. Reads whole rows in one request: iterating over the keys of an index takes a request for each key. */
export async function recordItems(database: UserDatabase): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.where('observation_id').above('').toArray());
}

/** Calls `listener` with the counts now and after each change in any tab. Returns a function that unsubscribes. */
export function watchOutbox(database: UserDatabase, listener: (counts: OutboxCounts) => void): () => void {
  const watch = liveQuery(() => outboxCounts(database)).subscribe({ next: listener, error() {} });
  return () => watch.unsubscribe();
}
