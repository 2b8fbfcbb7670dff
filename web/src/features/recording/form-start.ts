import type { User } from '@veld/contract';
import type { UserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { draftOfObservation } from '../../local/records/drafts';
import { ownObservation } from '../../local/records/observations';
import { openDraft } from '../../local/records/photo-board';
import { readEditBase } from '../../local/records/edit-base';
import { pinnedFields } from '../../local/device/pins';
import type { LocalDraft, LocalObservation } from '../../local/db/rows';
import { summarizeTaxon, taxonById } from '../../shared/taxa/data';
import type { MapPoint } from '../../shared/geo/map/map-view';
import { placeOnMap } from './place/place-on-map';
import { blankValues, type FormValues, restoredValues, fillFormValues } from './form-values';
import { rebaseDraft } from './rebase-draft';
import { withPinned } from './pinned';
import type { FormStart } from './use-observe-form';

export interface StartOptions {
  draft: string | null;
  edit: string | null;
  taxon: number | null;
  /** A point chosen on the map. */
  place?: MapPoint | null;
}

/** The initial state of the form; null if the record to edit is not on this device. */
export async function observeStart(database: UserDatabase, user: User, options: StartOptions): Promise<FormStart | null> {
  const blank = blankValues(user.preferences);
  if (options.edit) {
    const record = await ownObservation(database, options.edit);
    if (!record) return null;
    const start = await startEdit(database, record);
    return { ...start, values: await withName(start.values) };
  }
  const draft = options.draft ? await openDraft(database, options.draft) : undefined;
  if (draft) return startFromDraft(draft, blank);
  const taxon = options.taxon ? await taxonById(options.taxon) : null;
  const values = await nextValues(database, blank);
  const named = taxon ? { ...values, taxon: summarizeTaxon(taxon), verbatim_name: '', uncertain: false } : values;
  const placed = options.place ? { ...named, ...placeOnMap(options.place), place_by: 'person' as const } : named;
  return { draftId: newId(), recordId: null, values: placed, isStored: false };
}

async function startEdit(database: UserDatabase, record: LocalObservation): Promise<FormStart> {
  const values = fillFormValues(record);
  const draft = await draftOfObservation(database, record.id);
  if (!draft) return { draftId: newId(), recordId: record.id, editBase: await readEditBase(database, record), values, isStored: false };
  const start = { ...startFromDraft(draft, values), recordId: record.id };
  return start.editBase ? { ...start, ...rebaseDraft(record, { values: start.values, editBase: start.editBase }) } : start;
}

/** An imported record has only the id of its taxon; adds the names if the taxonomy on this device has them. */
export async function withName(values: FormValues): Promise<FormValues> {
  const id = values.nameless_taxon_id ?? null;
  const taxon = id === null ? null : await taxonById(id).catch(() => null);
  return taxon?.id === id && taxon ? { ...values, taxon: summarizeTaxon(taxon), nameless_taxon_id: null } : values;
}

function startFromDraft(draft: LocalDraft, blank: FormValues): FormStart {
  const { id, observation_id, opened, values } = draft;
  return { draftId: id, recordId: observation_id, editBase: opened ?? null, values: restoredValues(values, blank), isStored: true };
}

/** The values of a new form, with pinned values if they can be read. */
export async function nextValues(database: UserDatabase, blank: FormValues): Promise<FormValues> {
  const pins = await pinnedFields.read(database).catch((error: unknown) => {
    console.error('Pins', error);
    return {};
  });
  return withPinned(blank, pins);
}
