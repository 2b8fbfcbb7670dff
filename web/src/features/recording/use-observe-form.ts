import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useRef, useState } from 'react';
import { type Pins, pinnedFields } from '../../local/device/pins';
import { currentDatabase } from '../accounts/data';
import type { FormPatch, FormValues, photoOf } from './form-values';
import { usePhotoReading } from './photos/use-photo-reading';
import { type DraftOrigin, useDraftAutosave } from './use-draft-autosave';
import { useSaveRecord } from './use-save-record';

export interface FormStart extends DraftOrigin {
  values: FormValues;
  /** The place was measured for the previous record; a new measurement replaces it. */
  followsPlace?: boolean;
}

const NO_PINS: Pins = {};

/** The open form: every change is autosaved, and `save` resolves only when the record is on disk. */
export function useObserveForm(start: FormStart, onDraftStored: () => void) {
  const { draftId, recordId } = start;
  const database = currentDatabase();
  const pins = useLiveQuery(() => pinnedFields.read(database), [database]) ?? NO_PINS;
  const [values, setValues] = useState(start.values);
  // The newest values, for asynchronous work that outlives the render it started in.
  const latest = useRef(start.values);
  const currentValues = useCallback(() => latest.current, []);
  const isTouched = useRef(start.isStored);
  const { changeDraft, isDraftEnded, ...draft } = useDraftAutosave(start, onDraftStored);
  const { clearProblem, ...saving } = useSaveRecord(start, { changeDraft, isDraftEnded, ...draft }, currentValues);

  /** `quiet`: an automatic change, such as a GPS fix; on its own it does not create a draft. */
  const change = useCallback(
    (patch: FormPatch | ((now: FormValues) => FormPatch), options: { quiet?: boolean } = {}) => {
      const changed = typeof patch === 'function' ? patch(latest.current) : patch;
      // Choosing or clearing the taxon also drops the taxon known by id only.
      const next = { ...latest.current, ...('taxon' in changed ? { nameless_taxon_id: null } : {}), ...changed };
      latest.current = next;
      setValues(next);
      if (!options.quiet) {
        isTouched.current = true;
        clearProblem();
      }
      if (isTouched.current) changeDraft(next);
    },
    [changeDraft, clearProblem],
  );

  const addPhoto = useCallback(
    (photo: ReturnType<typeof photoOf>) => change(({ media }) => ({ media: [...media, photo], is_offer_declined: false })),
    [change],
  );
  const photos = usePhotoReading(draftId, addPhoto);

  return { values, change, recordId, draftId, pins, ...draft, ...saving, ...photos };
}

export type ObserveForm = ReturnType<typeof useObserveForm>;
