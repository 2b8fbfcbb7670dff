import { findRecordPart, type RecordFieldName } from '@veld/contract';
import { rebaseEditBase, differences, mergeMedia } from '../../local/outbox/merge';
import { pickDraft } from '../../local/records/record-shape';
import type { LocalObservation, EditBase } from '../../local/db/rows';
import { listFormKeys, pick } from './form-parts';
import { type FormValues, readFormRecord, fillFormValues } from './form-values';

const ATTRIBUTE = 'attributes.';

interface Change {
  values: FormValues;
  editBase: EditBase;
}

/** Rebases the draft of an edit onto a newer version of its record: edited fields keep the draft's values, all others are updated. */
export function rebaseDraft(record: LocalObservation, { values, editBase }: Change): Change {
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
