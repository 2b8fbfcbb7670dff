import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/open.ts';

/** With about 3 kB each at most. */
const MAX_ROWS = 5_000;
const MAX_AGE_MS = 10 * 60_000;

/** A row and its version: the transaction that wrote it, which is another one after every change. */
export interface RowKey {
  id: string;
  row_version: string;
}

/**
 * Reads rows through a memory of recent ones, because most lists begin with the same records. A row is only taken from memory if it is
 * the version that the caller's own statement has seen, so nothing old is ever shown. Null if a row was changed since that statement.
 */
export function recentRows<Row extends RowKey>(
  select: (db: Db, values: { ids: string[] }) => Promise<Row[]>,
): (db: Db, keys: readonly RowKey[]) => Promise<Map<string, Row> | null> {
  const memories = new WeakMap<Db, LRUCache<string, Row>>();
  return async (db, keys) => {
    const memory = memories.get(db) ?? new LRUCache<string, Row>({ max: MAX_ROWS, ttl: MAX_AGE_MS });
    memories.set(db, memory);
    const found = new Map<string, Row>();
    const missing: RowKey[] = [];
    for (const key of keys) {
      const row = memory.get(key.id);
      if (row?.row_version === key.row_version) found.set(key.id, row);
      else missing.push(key);
    }
    if (missing.length > 0) {
      for (const row of await select(db, { ids: missing.map(({ id }) => id) })) {
        memory.set(row.id, row);
        found.set(row.id, row);
      }
    }
    return keys.every((key) => found.get(key.id)?.row_version === key.row_version) ? found : null;
  };
}
