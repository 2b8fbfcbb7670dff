import type { UserDatabase } from '../db/database';
import { isReadable } from './observations';
import type { LocalObservation } from '../db/rows';

/** The user's records of one taxon, unordered. */
export async function ownOfTaxon(database: UserDatabase, taxonId: number): Promise<LocalObservation[]> {
  const rows = await database.read(() => database.observations.where('[deleted+taxon_id]').equals([0, taxonId]).toArray());
  return rows.filter(isReadable);
}
