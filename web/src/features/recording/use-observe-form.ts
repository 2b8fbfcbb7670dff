import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Autosave, addDraftPhoto, autosaveDraft, discardDraft } from '../../local/records/drafts';
import { RecordInvalid, saveObservation } from '../../local/records/observations';
import { type Pins, pinnedFields } from '../../local/device/pins';
import type { EditBase } from '../../local/db/rows';
import { StorageFull } from '../../local/db/storage-errors';
import { UNDO_MS } from '../../local/records/undo-save';
import { currentDatabase, useUser } from '../accounts/data';
import { readPhoto, refusalOf, type RefusalReason } from '../media/data';
import { type FormPatch, type FormValues, photoOf, recordOf } from './form-values';
import { pinsAfter } from './pinned';

export interface FormStart {
  draftId: string;
  /** The record being changed; null for a new one. */
  recordId: string | null;
  /** Of an edit: the record as the form first showed it. */
  editBase?: EditBase | null;
  values: FormValues;
  /** Whether the draft is on the disk already. */
  isKept: boolean;
  /** The measured place came from the record before, and gives way to where the person has walked since. */
  followsPlace?: boolean;
}

export interface RefusedPhoto {
  name: string;
  reason: RefusalReason | 'storage';
}

/** Why saving did not work. `fields`: codes by field. */
export type SaveProblem = { kind: 'fields'; errors: Record<string, string[]> } | { kind: 'full' } | { kind: 'failed' };

export type DraftState = 'untouched' | 'keeping' | 'kept' | 'full' | 'failed';

const NO_PINS: Pins = {};

/** The open form: every change goes to the disk by itself, and saving answers only when the disk has the record. */
export function useObserveForm(start: FormStart, onKept: () => void) {
  const database = currentDatabase();
  const user = useUser();
  const { draftId, recordId, editBase = null } = start;
  const pins = useLiveQuery(() => pinnedFields.read(database), [database]) ?? NO_PINS;
  const [values, setValues] = useState(start.values);
  const [draftState, setDraftState] = useState<DraftState>(start.isKept ? 'kept' : 'untouched');
  /** Names of photos whose decoder could not be fetched now. */
  const [keptAsIs, setKeptAsIs] = useState<string[]>([]);
  const [refused, setRefused] = useState<RefusedPhoto[]>([]);
  const [reading, setReading] = useState(0);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  // The newest values, for work that ends later than the picture it began in.
  const latest = useRef(start.values);
  const isTouched = useRef(start.isKept);
  const autosave = useRef<Autosave | null>(null);
  const isLocked = useRef(false);
  const isAtWork = useRef(false);
  /** Takes over what was typed and is not read yet; false where it cannot be read. */
  const readTyped = useRef<(() => Promise<boolean>) | null>(null);
  const tellKept = useRef(onKept);
  tellKept.current = onKept;

  useEffect(() => {
    autosave.current = autosaveDraft(database, {
      onError: (error) => setDraftState(error instanceof StorageFull ? 'full' : 'failed'),
      onSaved: () => {
        setDraftState('kept');
        tellKept.current();
      },
    });
    return () => {
      void autosave.current?.stop();
      autosave.current = null;
    };
  }, [database]);

  const keep = useCallback(() => {
    // A draft written behind its own record would come back as a ghost.
    if (isLocked.current) return;
    const { media } = latest.current;
    setDraftState((state) => (state === 'kept' || state === 'untouched' ? 'keeping' : state));
    autosave.current?.change({
      id: draftId,
      observation_id: recordId,
      values: { ...latest.current },
      photo_ids: media.map((photo) => photo.id),
      opened: editBase,
    });
  }, [draftId, recordId, editBase]);

  /** `quiet`: came by itself (a fix); it does not make a draft of a form nobody touched. */
  const change = useCallback(
    (patch: FormPatch | ((now: FormValues) => FormPatch), options: { quiet?: boolean } = {}) => {
      const changed = typeof patch === 'function' ? patch(latest.current) : patch;
      // Whoever chooses a taxon, or none, no longer means the one without a name.
      const next = { ...latest.current, ...('taxon' in changed ? { nameless_taxon_id: null } : {}), ...changed };
      latest.current = next;
      setValues(next);
      if (!options.quiet) {
        isTouched.current = true;
        setProblem(null);
      }
      if (isTouched.current) keep();
    },
    [keep],
  );

  const addPhotos = useCallback(
    async (files: readonly File[]) => {
      setRefused([]);
      setKeptAsIs([]);
      setReading((count) => count + files.length);
      for (const file of files) {
        try {
          const photo = await readPhoto(file);
          await addDraftPhoto(database, draftId, photo);
          change(({ media }) => ({ media: [...media, photoOf(photo)], is_offer_declined: false }));
          if (photo.type === 'image/heic' && !photo.preview) setKeptAsIs((names) => [...names, file.name]);
        } catch (error) {
          const reason = refusalOf(error) ?? 'storage';
          setRefused((list) => [...list, { name: file.name, reason }]);
          if (reason === 'storage') console.error('Photo', error);
        } finally {
          setReading((count) => count - 1);
        }
      }
    },
    [change, database, draftId],
  );

  /** `read` runs before the next save. */
  const beforeSaving = useCallback((read: (() => Promise<boolean>) | null) => {
    readTyped.current = read;
  }, []);

  /** The id of the record once it is durable; null where it was not kept, and `problem` says why. */
  const save = useCallback(async (): Promise<string | null> => {
    if (isLocked.current || isAtWork.current) return null;
    // Two taps in a row are one save.
    isAtWork.current = true;
    setSaving(true);
    setProblem(null);
    try {
      if ((await readTyped.current?.()) === false) {
        setProblem({ kind: 'fields', errors: { coordinates: ['unread'] } });
        return null;
      }
      await autosave.current?.flush();
      isLocked.current = true;
      const { taxon } = latest.current;
      const observer = { id: user.id, name: user.name, is_pro: user.is_pro };
      // A new record has the id of its draft: where that is open in two tabs, saving it twice is one record.
      const options = { draftId, user: observer, taxon, ...(recordId ? { id: recordId, editBase } : { id: draftId, undoMs: UNDO_MS }) };
      const id = await saveObservation(database, recordOf(latest.current), [], options);
      await autosave.current?.drop();
      if (recordId === null) {
        // The record is safe; what repeats is a comfort that may fail.
        const saved = latest.current;
        await pinnedFields.update(database, (before) => pinsAfter(before, saved)).catch((error: unknown) => console.error('Pins', error));
      }
      return id;
    } catch (error) {
      isLocked.current = false;
      if (error instanceof RecordInvalid) setProblem({ kind: 'fields', errors: error.errors });
      else {
        console.error('Save', error);
        setProblem({ kind: error instanceof StorageFull ? 'full' : 'failed' });
      }
      return null;
    } finally {
      isAtWork.current = false;
      setSaving(false);
    }
  }, [database, draftId, recordId, editBase, user.id, user.name, user.is_pro]);

  /** Whether the disk has what was typed, after another try where it had not. */
  const isKept = useCallback(() => autosave.current?.isKept() ?? true, []);
  const tryToKeep = useCallback(async () => {
    await autosave.current?.flush();
    return isKept();
  }, [isKept]);

  /** Ends the form with work on its draft, which is on the disk then. Where that fails, the form goes on as it was. */
  const handOver = useCallback(async (work: () => Promise<void>) => {
    await autosave.current?.flush();
    isLocked.current = true;
    try {
      await work();
    } catch (error) {
      isLocked.current = false;
      throw error;
    }
    await autosave.current?.drop();
  }, []);

  const discard = useCallback(async () => {
    isLocked.current = true;
    await autosave.current?.drop();
    await discardDraft(database, draftId);
  }, [database, draftId]);

  return {
    values,
    change,
    addPhotos,
    save,
    beforeSaving,
    isKept,
    tryToKeep,
    handOver,
    discard,
    draftState,
    refused,
    keptAsIs,
    reading,
    problem,
    isSaving,
    recordId,
    draftId,
    pins,
  };
}

export type ObserveForm = ReturnType<typeof useObserveForm>;
