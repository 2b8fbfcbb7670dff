import type { PlaceInWords } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import type { LocalObservation } from '../db/rows';
import { throttledQuery } from '../db/throttled-query';
import type { Point } from '../places/requests';

type WordsAt = (point: Point) => Promise<PlaceInWords | null>;

/** A record whose place has no description yet. */
type Unnamed = LocalObservation & Point;

/**
 * Stores the words for the places of records that the server has not seen yet, as it will say them. The returned function ends it.
 * Records for which there are no words yet wait for the next change.
 */
export function followUnsentPlaces(database: UserDatabase, wordsAt: WordsAt): () => void {
  return throttledQuery(
    () => unnamedPlaces(database),
    (rows) => void namePlaces(database, rows, wordsAt).catch(() => undefined),
  );
}

/** The unsent records that have a place without words. */
async function unnamedPlaces(database: UserDatabase): Promise<Unnamed[]> {
  return database.read(async () => {
    const ids = await database.outbox.orderBy('observation_id').uniqueKeys();
    const rows = await database.observations.bulkGet(ids.filter((id) => typeof id === 'string'));
    return rows.filter((row): row is Unnamed => row !== undefined && isUnnamed(row));
  });
}

function isUnnamed(row: LocalObservation): boolean {
  return row.deleted === 0 && row.place === null && row.latitude != null && row.longitude != null;
}

async function namePlaces(database: UserDatabase, rows: readonly Unnamed[], wordsAt: WordsAt): Promise<void> {
  for (const { id, latitude, longitude } of rows) {
    const place = await wordsAt({ latitude, longitude });
    if (place === null) return;
    await database.write('observation', [database.observations], async () => {
      const row = await database.observations.get(id);
      // The place may have changed meanwhile, or the server may have sent a description.
      if (row && isUnnamed(row) && row.latitude === latitude && row.longitude === longitude)
        await database.observations.put({ ...row, place });
    });
  }
}
