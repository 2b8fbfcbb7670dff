import { isTick } from '@veld/contract';
import { liveQuery } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';
import { readBody } from './store';

export interface OutboxCounts {
  /** Records with an unsent change or photo: what the list "Records" of the outbox shows. */
  unsent: number;
  /** Ticks, and deletions of records and ticks, that are unsent. They are no records. */
  changes: number;
  /** Records, ticks and deletions that need attention. */
  needsAttention: number;
  /** When the oldest item of an unsent record was created; null if there is none. */
  oldest: number | null;
}

/** What the items of one record send: the record, a tick, or the deletion of either. */
export type UnsentKind = 'record' | 'tick' | 'deletion';

export function classifyUnsent(items: readonly OutboxItem[]): UnsentKind {
  if (items.some(({ kind }) => kind === 'deletion')) return 'deletion';
  const save = items.filter(({ kind }) => kind === 'record').toSorted((one, other) => other.seq - one.seq)[0];
  const body = save && readBody(save);
  return body && isTick(body) ? 'tick' : 'record';
}

export async function outboxCounts(database: UserDatabase): Promise<OutboxCounts> {
  return countOutbox(await recordItems(database));
}

/** Whether a record, a tick or a deletion is unsent. */
export function isAnyUnsent({ unsent, changes }: Pick<OutboxCounts, 'unsent' | 'changes'>): boolean {
  return unsent + changes > 0;
}

/** Counts each record once, however many items it has. Calls are not counted. */
export function countOutbox(outbox: readonly OutboxItem[]): OutboxCounts {
  const byRecord = Map.groupBy(
    outbox.filter((item) => item.observation_id !== null),
    (item) => item.observation_id,
  );
  const counts: OutboxCounts = { unsent: 0, changes: 0, needsAttention: 0, oldest: null };
  for (const items of byRecord.values()) {
    if (items.some(({ state }) => state === 'needs_attention')) counts.needsAttention++;
    if (classifyUnsent(items) !== 'record') {
      counts.changes++;
      continue;
    }
    counts.unsent++;
    counts.oldest = Math.min(counts.oldest ?? Number.POSITIVE_INFINITY, ...items.map((item) => item.created_at));
  }
  return counts;
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
