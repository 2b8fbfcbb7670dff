import { isTick, type TaxonSummary, type User } from '@veld/contract';
import type { UserDatabase } from '../../local/db/database';
import { forgetTickRemoval, removeTicksOnServer } from '../../local/changes/species';
import { deleteObservation, saveObservation } from '../../local/records/observations';
import { ownOfTaxon } from '../../local/records/lists/own-of-taxon';

/** Adds a tick: a record with a taxon only, sent like any record. */
export async function addTick(database: UserDatabase, user: Pick<User, 'id' | 'name' | 'is_pro'>, taxon: TaxonSummary): Promise<void> {
  const { id, name, is_pro } = user;
  await forgetTickRemoval(database, taxon.id);
  await saveObservation(database, { taxon_id: taxon.id }, [], { user: { id, name, is_pro }, taxon });
}

/** Deletes the ticks of a taxon that this device has, but no other records. */
export async function removeTicks(database: UserDatabase, taxonId: number): Promise<void> {
  for (const row of await ownOfTaxon(database, taxonId)) if (isTick(row)) await deleteObservation(database, row.id);
}

/** Deletes all ticks of a taxon, also those that other devices made and this one hasn't received, but no other records. */
export async function removeAllTicks(database: UserDatabase, taxonId: number): Promise<void> {
  await removeTicks(database, taxonId);
  await removeTicksOnServer(database, taxonId);
}
