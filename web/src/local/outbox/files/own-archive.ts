import type { UserDatabase } from '../../db/database';
import type { LocalDraft, LocalObservation, LocalPhoto } from '../../db/rows';
import { isReadable } from '../../db/readable';
import { withoutTicks } from '../../records/own-count';

/** Rows read at once. */
const BATCH = 200;

/**
 * All records of the person on this device, ticks included, in batches, so that years of records need not fit in memory. `damaged`
 * receives rows that cannot be read (docs/faults.md C28).
 */
export async function* ownRecords(database: UserDatabase, damaged: (row: unknown) => void): AsyncGenerator<LocalObservation[]> {
  const ids = await database.read(() => database.observations.toCollection().primaryKeys());
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await database.read(() => database.observations.bulkGet(ids.slice(at, at + BATCH)));
    const known = rows.filter((row) => row !== undefined);
    for (const row of known) if (!isReadable(row)) damaged(row);
    yield known.filter((row) => isReadable(row) && row.deleted === 0);
  }
}

/** A photo with its bytes, if they are on this device. */
export async function storedPhoto(database: UserDatabase, id: string): Promise<LocalPhoto | undefined> {
  return database.read(() => database.photos.get(id));
}

/** How many records and photos the person has on this device, sent or not; ticks are no records. */
export async function ownCounts(database: UserDatabase): Promise<{ records: number; photos: number }> {
  const counts = { records: 0, photos: 0 };
  for await (const batch of ownRecords(database, () => undefined)) {
    const records = withoutTicks(batch);
    counts.records += records.length;
    for (const { media } of records) counts.photos += media.length;
  }
  return counts;
}

/** Forms that are not saved yet. */
export async function allDrafts(database: UserDatabase): Promise<LocalDraft[]> {
  return database.read(() => database.drafts.toArray());
}
