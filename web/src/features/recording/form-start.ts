import { findRecordPart, type RecordFieldName, type User } from '@veld/contract';
import type { UserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import type { EditBase, LocalDraft, LocalObservation } from '../../local/db/rows';
import { pinnedFields } from '../../local/device/pins';
import { differences, mergeMedia, rebaseEditBase } from '../../local/outbox/merge';
import { draftOfObservation } from '../../local/records/drafts';
import { readEditBase } from '../../local/records/edit-base';
import { ownObservation } from '../../local/records/observations';
import { openDraft } from '../../local/records/photo-board';
import { pickDraft } from '../../local/records/record-shape';
import type { MapPlace } from '../../shared/geo/map/map-view';
import { summarizeTaxon, taxonById } from '../../shared/taxa/data';
import { listFormKeys, pick } from './form-parts';
import { blankValues, fillFormValues, type FormValues, readFormRecord, restoredValues } from './form-values';
import { withPinned } from './pinned';
import { placeOnMap } from './place/place-on-map';
import type { FormStart } from './use-observe-form';

const ATTRIBUTE = 'attributes.';

export interface StartOptions {
  draft: string | null;
  edit: string | null;
  taxon: number | null;
  /** A point chosen on the map. */
  place?: MapPlace | null;
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
  const placed = options.place
    ? { ...named, ...placeOnMap(options.place, options.place.uncertainty_m ?? undefined), place_by: 'person' as const }
    : named;
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

interface Change {
  values: FormValues;
  editBase: EditBase;
}

/** Rebases the draft of an edit onto a newer version of its record: edited fields keep the draft's values, all others are updated. */
function rebaseDraft(record: LocalObservation, { values, editBase }: Change): Change {
  const [base, mine, now] = [editBase.draft, readFormRecord(values), pickDraft(record)];
  const touched = new Set(differences(base, mine));
  const changed = differences(base, now).filter((name) => name !== 'media' && !touched.has(name));
  const newest = fillFormValues(record);
  const next: FormValues = { ...values, attributes: { ...values.attributes }, media: mediaOf() };
  for (const name of changed) {
    if (name.startsWith(ATTRIBUTE)) copyAttribute(next, newest, name.slice(ATTRIBUTE.length));
    else Object.assign(next, pick(newest, listFormKeys(findRecordPart(name as RecordFieldName))));
  }
  return { values: next, editBase: { ...editBase, draft: rebaseEditBase(base, mine, now) } };

  function mediaOf(): FormValues['media'] {
    const known = new Map([...newest.media, ...values.media].map((photo) => [photo.id, photo]));
    return mergeMedia(base.media, mine.media, now.media).merged.map((declared) => {
      const { order: _, ...photo } = declared;
      return { ...photo, thumbhash: known.get(photo.id)?.thumbhash ?? null };
    });
  }
}

function copyAttribute(values: FormValues, from: FormValues, key: string): void {
  const value = from.attributes[key];
  if (value === undefined) delete values.attributes[key];
  else values.attributes[key] = value;
}
