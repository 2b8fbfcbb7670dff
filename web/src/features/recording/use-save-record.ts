import { useCallback, useRef, useState } from 'react';
import { StorageFull } from '../../local/db/storage-errors';
import { pinnedFields } from '../../local/device/pins';
import { RecordInvalid, saveObservation, type SaveOptions } from '../../local/records/observations';
import { UNDO_MS } from '../../local/records/undo-save';
import { currentDatabase, useUser } from '../../shared/session/session';
import { hasUnreadCount } from './form-count';
import { type FormValues, readFormRecord } from './form-values';
import { pinsAfter } from './pinned';
import type { DraftOrigin, useDraftAutosave } from './use-draft-autosave';

/** Why saving failed. `fields`: error codes by field. */
export type SaveProblem = { kind: 'fields'; errors: Record<string, string[]> } | { kind: 'full' } | { kind: 'failed' };

/** Returns false if the input cannot be parsed. */
type ReadTyped = () => Promise<boolean>;

interface FormState {
  /** The newest values of the form; must be stable. */
  currentValues: () => FormValues;
  /** Waits for values that follow from others, such as the time zone of a place; must be stable. */
  derivedValues: () => Promise<void>;
}

/** Turns the draft into a record. */
export function useSaveRecord(
  origin: DraftOrigin,
  draft: ReturnType<typeof useDraftAutosave>,
  { currentValues, derivedValues }: FormState,
) {
  const { recordId } = origin;
  const { isDraftEnded, completeDraft } = draft;
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isRunning = useRef(false);
  const readTyped = useRef<ReadTyped | null>(null);
  const store = useStoreRecord(origin, currentValues);

  /** Registers a function that parses pending text input before the next save. */
  const beforeSaving = useCallback((read: ReadTyped | null) => {
    readTyped.current = read;
  }, []);
  const clearProblem = useCallback(() => setProblem(null), []);

  /** Resolves with the id of the record once it is on disk; null if it was not saved, and `problem` says why. */
  const save = useCallback(
    async (place?: SaveOptions['place']): Promise<string | null> => {
      // A double tap saves once.
      if (isDraftEnded() || isRunning.current) return null;
      isRunning.current = true;
      setSaving(true);
      setProblem(null);
      try {
        if ((await readTyped.current?.()) === false) {
          setProblem({ kind: 'fields', errors: { coordinates: ['unread'] } });
          return null;
        }
        if (hasUnreadCount(currentValues())) {
          setProblem({ kind: 'fields', errors: { count: ['count'] } });
          return null;
        }
        await derivedValues();
        const id = await completeDraft(() => store(place));
        if (recordId === null) await rememberPins(currentValues());
        return id;
      } catch (error) {
        setProblem(problemOf(error));
        return null;
      } finally {
        isRunning.current = false;
        setSaving(false);
      }
    },
    [recordId, isDraftEnded, completeDraft, store, currentValues, derivedValues],
  );

  return { save, beforeSaving, clearProblem, problem, isSaving };
}

function useStoreRecord({ draftId, recordId, editBase = null }: DraftOrigin, currentValues: () => FormValues) {
  const database = currentDatabase();
  const { id, name, is_pro } = useUser();
  return useCallback(
    (place: SaveOptions['place']) => {
      const values = currentValues();
      const observer = { id, name, is_pro };
      // A new record takes the id of its draft, so that saving a draft open in two tabs makes one record.
      const target = recordId ? { id: recordId, editBase } : { id: draftId, undoMs: UNDO_MS, obscuresHome: !values.shows_home };
      const isInstant = values.when_source === 'now';
      return saveObservation(database, readFormRecord(values), [], {
        draftId,
        user: observer,
        taxon: values.taxon,
        place,
        isInstant,
        ...target,
      });
    },
    [database, draftId, recordId, editBase, id, name, is_pro, currentValues],
  );
}

/** A failure is only logged: the record is saved, and pins are a convenience. */
async function rememberPins(saved: FormValues): Promise<void> {
  await pinnedFields
    .update(currentDatabase(), (before) => pinsAfter(before, saved))
    .catch((error: unknown) => console.error('Pins', error));
}

function problemOf(error: unknown): SaveProblem {
  if (error instanceof RecordInvalid) return { kind: 'fields', errors: error.errors };
  console.error('Save', error);
  return { kind: error instanceof StorageFull ? 'full' : 'failed' };
}
