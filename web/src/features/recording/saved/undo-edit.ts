import type { ObservationDraft, TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import type { Observer } from '../../../local/records/record-shape';
import { summarizeTaxon, taxonById } from '../../../shared/taxa/data';

interface Edit {
  /** The record as the form opened it. */
  before: ObservationDraft;
  /** As the form saved it. */
  after: ObservationDraft;
}

/**
 * Saves a record once more as it was before an edit. Only what the edit changed goes back; a change from elsewhere stays, whether it came
 * before the edit was saved or after. Throws `PhotoMissing` if a photo that was taken out is nowhere any more.
 */
export async function undoEdit(database: UserDatabase, id: string, { before, after }: Edit, user: Observer): Promise<void> {
  const record = await ownObservation(database, id);
  if (!record) return;
  const editBase = { ...(await readEditBase(database, record)), draft: after };
  const taxon = before.taxon_id === record.taxon_id ? record.taxon : await findTaxon(before.taxon_id);
  await saveObservation(database, before, [], { id, user, taxon, editBase });
}

/** The name can also come later, with the record from the server. */
async function findTaxon(id: number | null | undefined): Promise<TaxonSummary | null> {
  if (id == null) return null;
  const found = await taxonById(id).catch((error: unknown) => console.error('Undo', error));
  return found ? summarizeTaxon(found) : null;
}
