import type { UserDatabase } from '../../../local/db/database';
import type { EditBase } from '../../../local/db/rows';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import type { Observer } from '../../../local/records/record-shape';
import { summarizeTaxon, taxonById } from '../../../shared/taxa/data';

/**
 * Saves a record once more as it was before an edit. Only what the edit changed goes back; a change from elsewhere since then stays.
 * Throws `PhotoMissing` if a photo that was taken out is nowhere any more.
 */
export async function undoEdit(database: UserDatabase, id: string, before: EditBase['draft'], user: Observer): Promise<void> {
  const record = await ownObservation(database, id);
  if (!record) return;
  const editBase = await readEditBase(database, record);
  const isSameTaxon = before.taxon_id === record.taxon_id;
  const named = isSameTaxon || before.taxon_id == null ? null : await taxonById(before.taxon_id).catch(() => null);
  const taxon = isSameTaxon ? record.taxon : named && summarizeTaxon(named);
  await saveObservation(database, before, [], { id, user, taxon, editBase });
}
