import { PART_NAMES, type PartName } from '@veld/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditBase, LocalDraft } from '../../local/db/rows';
import { StorageFull } from '../../local/db/storage-errors';
import { type Autosave, autosaveDraft, discardDraft, discardEmptyDraft, saveLeftDraft } from '../../local/records/drafts';
import { currentDatabase } from '../../shared/session/session';
import { isPartFilled } from './form-parts';
import type { FormValues } from './form-values';

/** Filled in by the device or by preferences; when the person fills them in, the values say so. */
const GIVEN: readonly PartName[] = ['when', 'place', 'sharing', 'license'];

export interface DraftOrigin {
  draftId: string;
  /** The record being edited; null for a new one. */
  recordId: string | null;
  /** The record as the form first showed it; only for an edit. */
  editBase?: EditBase | null;
  /** Whether the draft is on disk already. */
  isStored: boolean;
}

type DraftState = 'untouched' | 'saving' | 'saved' | 'full' | 'failed';

/** Stores the draft of the open form. `onDraftStored` runs after every successful write. All callbacks it returns are stable. */
export function useDraftAutosave(origin: DraftOrigin, onDraftStored: () => void) {
  const database = currentDatabase();
  const { draftId, recordId, editBase = null } = origin;
  const [draftState, setDraftState] = useState<DraftState>(origin.isStored ? 'saved' : 'untouched');
  const autosave = useRef<Autosave | null>(null);
  const hasEnded = useRef(false);
  /** Whether the draft is on disk, or is being written. */
  const isKept = useRef(origin.isStored);
  /** What the form still writes after it was left. */
  const late = useRef<Promise<void>>(Promise.resolve());
  const onSaved = useEffectEvent(() => {
    setDraftState('saved');
    onDraftStored();
  });

  useEffect(() => {
    let isMounted = true;
    const dropEmpty = async () => {
      if (hasEnded.current || recordId !== null) return;
      const isGone = await discardEmptyDraft(database, draftId, isEmptyDraft).catch((error: unknown) => console.error('Draft', error));
      // A photo that was being read makes it a draft again.
      if (isGone) isKept.current = false;
    };
    autosave.current = autosaveDraft(database, {
      onError: (error) => isMounted && setDraftState(error instanceof StorageFull ? 'full' : 'failed'),
      onSaved: () => isMounted && onSaved(),
    });
    return () => {
      // The last write may end after unmounting.
      isMounted = false;
      if (autosave.current) late.current = autosave.current.stop().then(dropEmpty);
      autosave.current = null;
    };
  }, [database, draftId, recordId]);

  const changeDraft = useCallback(
    (values: FormValues) => {
      // A draft written after its record was saved would reappear in the list of drafts.
      if (hasEnded.current) return;
      setDraftState((state) => (state === 'saved' || state === 'untouched' ? 'saving' : state));
      const photoIds = values.media.map((photo) => photo.id);
      const changed = { id: draftId, observation_id: recordId, values: { ...values }, photo_ids: photoIds, opened: editBase };
      const wasKept = isKept.current;
      isKept.current = true;
      if (autosave.current) {
        autosave.current.change(changed);
        return;
      }
      // A photo that was being read when the form was left belongs to its draft.
      late.current = late.current
        .then(() => saveLeftDraft(database, changed, { wasKept }))
        .catch((error: unknown) => console.error('Draft', error));
    },
    [database, draftId, recordId, editBase],
  );

  /** Whether everything entered is on disk. */
  const isDraftStored = useCallback(() => autosave.current?.isStored() ?? true, []);
  /** Retries a failed write; true if everything is on disk afterwards. */
  const flushDraft = useCallback(async () => {
    await autosave.current?.flush();
    return isDraftStored();
  }, [isDraftStored]);

  /** Whether `completeDraft` or `discard` has ended the draft. */
  const isDraftEnded = useCallback(() => hasEnded.current, []);
  /** Writes the draft to disk, stops autosaving and runs `work` on it. If `work` fails, autosaving goes on. */
  const completeDraft = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    await autosave.current?.flush();
    hasEnded.current = true;
    let result: T;
    try {
      result = await work();
    } catch (error) {
      hasEnded.current = false;
      throw error;
    }
    await autosave.current?.drop();
    return result;
  }, []);

  const discard = useCallback(async () => {
    hasEnded.current = true;
    await autosave.current?.drop();
    await discardDraft(database, draftId);
  }, [database, draftId]);

  return { draftState, changeDraft, isDraftStored, flushDraft, isDraftEnded, completeDraft, discard };
}

/** Whether the person has entered nothing in a draft, or removed it again. A draft of the photo board is none. */
export function isEmptyDraft({ values: stored, observation_id: edited }: LocalDraft): boolean {
  const values = stored as unknown as FormValues;
  if (edited !== null || values.batch || (values.media?.length ?? 0) > 0) return false;
  const texts = [values.taxon_text, values.place_text, ...Object.values(values.count_texts ?? {})].filter((text) => text?.trim());
  const attributes = Object.keys(values.attributes ?? {});
  if (texts.length > 0 || attributes.length > 0 || values.when_by === 'person' || values.place_by === 'person') return false;
  return !PART_NAMES.some((part) => !GIVEN.includes(part) && isPartFilled(values, part));
}
