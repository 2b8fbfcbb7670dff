import type { TaxonSummary, User } from '@veld/contract';
import type { UserDatabase } from '../../local/db/database';
import { deleteObservation, saveObservation } from '../../local/records/observations';
import { ownOfTaxon } from '../../local/records/own-of-taxon';
import { isTick } from './species-list';

/** Says "seen" without more: a record that has only its taxon. Goes to the outbox like every record. */
export async function addTick(database: UserDatabase, user: Pick<User, 'id' | 'name' | 'is_pro'>, taxon: TaxonSummary): Promise<void> {
  const { id, name, is_pro } = user;
  await saveObservation(database, { taxon_id: taxon.id }, [], { user: { id, name, is_pro }, taxon });
}

/** Takes back the ticks of a taxon, and no other record of it. */
export async function removeTicks(database: UserDatabase, taxonId: number): Promise<void> {
  for (const row of await ownOfTaxon(database, taxonId)) if (isTick(row)) await deleteObservation(database, row.id);
}
