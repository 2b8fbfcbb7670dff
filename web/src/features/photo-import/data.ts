import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { currentDatabase, useUser } from '../../shared/session/session';
import { type Board, readBoard } from './board/board';
import { regroup } from './board/board-actions';
import { boardSetting } from './board/board-setting';
import type { Sharing } from './board/board-values';
import { DEFAULT_GAP, type Gap } from './board/group-photos';
import { useDuplicates } from './board/use-duplicates';
import { useSaveAll } from './board/use-save-all';
import { useUndoSteps } from './board/use-undo-steps';
import { interruptedReading, NO_READING, reading, readOntoBoard, resetReading } from './reading/reading';
import { useShared } from './reading/use-shared';

/** The stored photo board and its operations. */
export function useBoard() {
  const database = currentDatabase();
  const { geoprivacy, license, photo_license } = useUser().preferences;
  const sharing: Sharing = useMemo(() => ({ geoprivacy, license, photo_license }), [geoprivacy, license, photo_license]);
  const { act, undo, canUndo, clearUndoSteps } = useUndoSteps(database);
  const onSaved = useCallback(() => {
    clearUndoSteps();
    resetReading();
  }, [clearUndoSteps]);
  const { save, saving, saved, clearSaved } = useSaveAll(database, onSaved);
  const isSaving = saving !== null;
  const last = useRef<Board | undefined>(undefined);
  // The board does not update while records are saved: rendering it after each one would take longer than saving.
  const stored = useLiveQuery(
    () => (isSaving && last.current ? last.current : readBoard(database).then((read) => (last.current = read))),
    [database, isSaving],
  );
  // Rendered in pieces: with many photos, taps are answered meanwhile.
  const board = useDeferredValue(stored);
  const gap = useLiveQuery(() => boardSetting.read(database), [database])?.gap ?? DEFAULT_GAP;
  const read = useStore(reading, (state) => (state.userId === database.userId ? state : NO_READING));
  const [interrupted, setInterrupted] = useState<{ wanted: number; done: number } | null>(null);
  const firstSharing = useRef(sharing);
  const shared = useShared(database, sharing);
  const { begin } = shared;
  const duplicates = useDuplicates(database, board);

  useEffect(() => {
    const start = async () => {
      setInterrupted(await interruptedReading(database));
      // A crash may have left photos on the board without a record.
      await regroup(database, (await boardSetting.read(database)).gap, firstSharing.current);
      await begin(firstSharing.current);
    };
    start().catch((error: unknown) => console.error('Photos', error));
  }, [begin, database]);

  const setGap = useCallback(
    async (next: Gap) => {
      await act(async () => {
        await boardSetting.update(database, (before) => ({ ...before, gap: next }));
        return regroup(database, next, sharing);
      });
    },
    [act, database, sharing],
  );

  const add = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return;
      clearSaved();
      setInterrupted(null);
      await readOntoBoard(database, files, sharing);
    },
    [database, sharing, clearSaved],
  );

  const dismissInterrupted = () => {
    setInterrupted(null);
    boardSetting.update(database, (before) => ({ ...before, reading: null })).catch((error: unknown) => console.error('Photos', error));
  };

  return {
    database,
    sharing,
    board,
    gap,
    setGap,
    read,
    add,
    shared,
    act,
    undo,
    canUndo,
    clearUndoSteps,
    save,
    saving,
    saved,
    duplicates,
    interrupted,
    dismissInterrupted,
  };
}

export type BoardScreen = ReturnType<typeof useBoard>;
