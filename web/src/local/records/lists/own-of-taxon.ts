import { Dexie } from 'dexie';
import type { UserDatabase } from '../../db/database';
import { isReadable } from '../../db/readable';
import type { LocalObservation, LocalMedia } from '../../db/rows';
import { ownObservationsById, readSecondPart } from '../observations';

/** The user's records of one taxon, unordered. */
export async function ownOfTaxon(database: UserDatabase, taxonId: number): Promise<LocalObservation[]> {
  return ownOfTaxa(database, [taxonId]);
}

/** The user's records of some taxa, unordered. */
export async function ownOfTaxa(database: UserDatabase, taxonIds: readonly number[]): Promise<LocalObservation[]> {
  const keys = taxonIds.map((id) => [0, id]);
  const rows = await database.read(() => database.observations.where('[deleted+taxon_id]').anyOf(keys).toArray());
  return rows.filter(isReadable);
}

/** The taxa of the user's records, from keys only. */
export async function ownTaxonIds(database: UserDatabase): Promise<number[]> {
  const ids: number[] = [];
  await database.read(() =>
    database.observations
      .where('[deleted+taxon_id]')
      .between([0, Dexie.minKey], [0, Dexie.maxKey])
      .eachUniqueKey((key) => {
        const id = readSecondPart(key);
        if (typeof id === 'number') ids.push(id);
      }),
  );
  return ids;
}

/**
 * The photo with which the user sees a species: the one they chose, else the first one of the first of its records. These are records
 * with photos, the last saved first. Null if they have none any more.
 */
export async function ownPicture(
  database: UserDatabase,
  recordIds: readonly string[],
  chosenId: string | null,
): Promise<LocalMedia | null> {
  const records = await ownObservationsById(database, chosenId === null ? recordIds.slice(0, 1) : recordIds);
  const chosen = records.flatMap(({ media }) => media).find(({ id }) => id === chosenId);
  return chosen ?? records[0]?.media.toSorted((one, other) => one.order - other.order)[0] ?? null;
}
