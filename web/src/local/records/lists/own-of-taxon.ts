import { Dexie } from 'dexie';
import type { UserDatabase } from '../../db/database';
import { isReadable } from '../../db/readable';
import type { LocalObservation } from '../../db/rows';

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
        const [, id] = key as unknown as [number, unknown];
        if (typeof id === 'number') ids.push(id);
      }),
  );
  return ids;
}
