import type { User } from '@veld/contract';
import { loadDraft } from '../../local/drafts';
import type { UserDatabase } from '../../local/database';
import { newId } from '../../local/ids';
import { ownObservation } from '../../local/observations';
import { summaryOf, taxonById } from '../taxa/data';
import { blankValues, restoredValues, valuesOf } from './form-values';
import type { FormStart } from './use-observe-form';

export interface StartWish {
  draft: string | null;
  edit: string | null;
  taxon: number | null;
}

/** Null where the record to be changed is not here. */
export async function observeStart(database: UserDatabase, user: User, wish: StartWish): Promise<FormStart | null> {
  const blank = blankValues(user.preferences);
  if (wish.edit) {
    const record = await ownObservation(database, wish.edit);
    if (!record) return null;
    const values = valuesOf(record);
    const draft = await database.read(() => database.drafts.where('observation_id').equals(record.id).first());
    if (draft) return { draftId: draft.id, recordId: record.id, values: restoredValues(draft.values, values), isKept: true };
    return { draftId: newId(), recordId: record.id, values, isKept: false };
  }
  const draft = wish.draft ? await loadDraft(database, wish.draft) : undefined;
  if (draft) return { draftId: draft.id, recordId: draft.observation_id, values: restoredValues(draft.values, blank), isKept: true };
  const taxon = wish.taxon ? await taxonById(wish.taxon) : null;
  return { draftId: newId(), recordId: null, values: { ...blank, taxon: taxon ? summaryOf(taxon) : null }, isKept: false };
}
