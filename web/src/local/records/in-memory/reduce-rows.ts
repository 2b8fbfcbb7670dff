import type { UserDatabase } from '../../db/database';
import type { LocalObservation } from '../../db/rows';

/** Rows read at once; small enough to keep typing responsive. */
const BATCH = 250;

/** Reduces all rows of the user's records, those to be deleted left out, in batches. */
export async function reduceRows<T>(database: UserDatabase, reduce: (row: LocalObservation) => T[]): Promise<T[]> {
  const found: T[] = [];
  let last: string | undefined;
  for (;;) {
    const from = last;
    const rows = await database.read(() =>
      (from === undefined ? database.observations.orderBy('id') : database.observations.where('id').above(from)).limit(BATCH).toArray(),
    );
    for (const row of rows) if (row.deleted === 0) found.push(...reduce(row));
    last = rows.at(-1)?.id;
    if (rows.length < BATCH) return found;
    // Lets input events run between batches.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
