import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import { isReadable } from './observations';
import type { LocalObservation } from '../db/rows';

/** Rows looked at in one go: few enough that typing is not felt to wait. */
const BATCH = 500;

const checked = new WeakMap<UserDatabase, Promise<ReadonlySet<string>>>();

/**
 * How many own records there are, without those whose row cannot be read (docs/faults.md C28). Counts keys: the rows themselves
 * are read once a page, because no code of ours writes one that cannot be read.
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
    // One of them may have come anew from the server since.
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
