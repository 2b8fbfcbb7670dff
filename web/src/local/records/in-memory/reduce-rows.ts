import type { UserDatabase } from '../../db/database';
import type { LocalObservation } from '../../db/rows';

/** Rows read at once; small enough to keep typing responsive. */
const BATCH = 250;

export interface Reading<T> {
  /** Rows read at once; a worker, which nobody waits for, can read more. */
  batch?: number;
  /** Called after each batch with what was found so far. */
  onBatch?: (found: readonly T[]) => void;
}

/** Reduces all rows of the user's records, those to be deleted left out, in batches. */
export async function reduceRows<T>(
  database: UserDatabase,
  reduce: (row: LocalObservation) => T[],
  { batch = BATCH, onBatch }: Reading<T> = {},
): Promise<T[]> {
  const found: T[] = [];
  let last: string | undefined;
  for (;;) {
    const from = last;
    const rows = await database.read(() =>
      (from === undefined ? database.observations.orderBy('id') : database.observations.where('id').above(from)).limit(batch).toArray(),
    );
    for (const row of rows) if (row.deleted === 0) found.push(...reduce(row));
    last = rows.at(-1)?.id;
    if (rows.length < batch) return found;
    onBatch?.(found);
    // Lets input events run between batches.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
