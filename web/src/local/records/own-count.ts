import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import { isReadable } from './observations';
import type { LocalObservation } from '../db/rows';

/** Rows read at once; small enough to keep typing responsive. */
const BATCH = 500;

const checked = new WeakMap<UserDatabase, Promise<ReadonlySet<string>>>();

/**
 * The number of the user's records, without unreadable rows (docs/faults.md C28). Counts keys; rows are checked once per page, because
 * Veld itself never writes an unreadable row.
 */
export async function countOwnObservations(database: UserDatabase): Promise<number> {
  let finding = checked.get(database);
  if (!finding) {
    finding = findUnreadable(database);
    checked.set(database, finding);
    finding.catch(() => checked.delete(database));
  }
  const unreadable = await finding;
  return database.read(async () => {
    const own = database.observations.where('[deleted+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]);
    if (unreadable.size === 0) return own.count();
    // The server may have sent one of them again.
    const again = await database.observations.bulkGet([...unreadable]);
    const still = new Set(again.flatMap((row) => (row && !isReadable(row) ? [row.id] : [])));
    return (await own.primaryKeys()).filter((id) => !still.has(id)).length;
  });
}

async function findUnreadable(database: UserDatabase): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let rows: LocalObservation[] = [];
  do {
    const last = rows.at(-1)?.id;
    const { observations } = database;
    rows = await database.read(() =>
      (last === undefined ? observations.orderBy('id') : observations.where('id').above(last)).limit(BATCH).toArray(),
    );
    for (const row of rows) if (!isReadable(row)) found.add(row.id);
  } while (rows.length === BATCH);
  return found;
}
