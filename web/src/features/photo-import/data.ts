import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from 'react-i18next';
import { currentDatabase, useUser, notifier } from '../../shared/session/session';
import { type Board, readBoard } from './board/board';
import { regroup } from './board/board-actions';
import { boardSetting } from './board/board-setting';
import type { Sharing } from './board/board-values';
import { DEFAULT_GAP, type Gap } from './board/group-photos';
import { useDuplicates } from './board/use-duplicates';
import { interruptedReading, NO_READING, reading, readOntoBoard, resetReading } from './reading/reading';
import type { UserDatabase } from '../../local/db/database';
import { saveAll, type SaveAllResult } from './save-all';
import { type Change, ChangedSince, undoBoardChange } from './board/board-write';
import { shareNotices } from '../../local/device/shared-files-news';
import { photosAmong, type SharedFile, sharedFiles } from '../../local/device/shared-files';
import { importShared } from './reading/import-shared';

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

/** Saves records of the board, with progress and result. `onSaved` must be stable. */
function useSaveAll(database: UserDatabase, onSaved: () => void) {
  const user = useUser();
  const [saving, setSaving] = useState<{ done: number; total: number } | null>(null);
  const [saved, setSaved] = useState<SaveAllResult | null>(null);

  const save = useCallback(
    async (ids: readonly string[]) => {
      setSaved(null);
      setSaving({ done: 0, total: ids.length });
      const observer = { id: user.id, name: user.name, is_pro: user.is_pro };
      const result = await saveAll(database, ids, observer, (done) => setSaving({ done, total: ids.length }));
      onSaved();
      setSaved(result);
      setSaving(null);
    },
    [database, user.id, user.name, user.is_pro, onSaved],
  );

  const clearSaved = useCallback(() => setSaved(null), []);
  return { save, saving, saved, clearSaved };
}

const MAX_STEPS = 30;

/** Changes of the board that can be undone, the last first. */
function useUndoSteps(database: UserDatabase) {
  const { t } = useTranslation('photo-import');
  const [steps, setSteps] = useState<Change[]>([]);

  /** Runs an undoable change of the board; true if it changed anything. */
  const act = useCallback(
    async (work: () => Promise<Change | null>): Promise<boolean> => {
      try {
        const change = await work();
        if (change) setSteps((list) => [...list, change].slice(-MAX_STEPS));
        return change !== null;
      } catch (error) {
        notifier.show('negative', t('board.failed'), { cause: error });
        return false;
      }
    },
    [t],
  );

  const undo = useCallback(async (): Promise<boolean> => {
    const last = steps.at(-1);
    if (!last) return false;
    setSteps((list) => list.filter((one) => one !== last));
    try {
      await undoBoardChange(database, last);
      return true;
    } catch (error) {
      // Earlier steps cannot be undone either.
      setSteps([]);
      if (error instanceof ChangedSince) notifier.show('info', t('board.changed_since'));
      else notifier.show('negative', t('board.failed'), { cause: error });
      return false;
    }
  }, [database, steps, t]);

  const clearUndoSteps = useCallback(() => setSteps([]), []);
  return { act, undo, canUndo: steps.length > 0, clearUndoSteps };
}

const NONE: SharedFile[] = [];

/**
 * The files shared with the app. `question` are those to ask about; `answer` adds or deletes them. Accepted ones are imported once
 * with `begin`, and again with `importAll`; `waiting` counts those that are not on the board.
 */
function useShared(database: UserDatabase, sharing: Sharing) {
  const [hasBegun, setBegun] = useState(false);
  const files = useLiveQuery(() => sharedFiles().waitingFor(database.userId), [database]) ?? NONE;
  const question = files.filter(({ user_id }) => user_id === null);

  useEffect(() => {
    shareNotices.setState({ isShown: true });
    return () => shareNotices.setState({ isShown: false });
  }, []);

  const begin = useCallback(
    async (first: Sharing) => {
      await importShared(database, first).finally(() => setBegun(true));
    },
    [database],
  );
  const importAll = useCallback(async () => {
    await importShared(database, sharing, { isManual: true }).catch((error: unknown) => console.error('Photos', error));
  }, [database, sharing]);

  /** Only the files that were on screen: others may have arrived since. */
  const answer = useCallback(
    async (asked: readonly SharedFile[], isAdded: boolean) => {
      const ids = asked.map(({ id }) => id);
      if (!isAdded) return sharedFiles().decline(ids);
      await sharedFiles().accept(ids, database.userId);
      await importShared(database, sharing);
    },
    [database, sharing],
  );

  const accepted = files.filter(({ user_id }) => user_id !== null);
  return { waiting: hasBegun ? photosAmong(accepted) : 0, question, answer, begin, importAll };
}
