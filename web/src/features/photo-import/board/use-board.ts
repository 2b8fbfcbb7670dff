import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { currentDatabase, notifier, useUser } from '../../accounts/data';
import { type Board, boardOf } from './board';
import { regroup } from './board-actions';
import { boardSetting } from './board-setting';
import type { Sharing } from './board-values';
import { type Change, ChangedSince, undoBoardChange } from './board-write';
import { DEFAULT_GAP, type Gap } from './group-photos';
import { cutOffReading, forgetReading, NO_READING, reading, readOntoBoard } from '../reading/reading';
import { recordsByPictureHash } from '../../../local/records/photos';
import { type SameAs, samePhotos } from '../reading/same-photos';
import { useShared } from '../reading/use-shared';
import { saveAll, type SavedAll } from '../save-all';

/** How many steps can be undone. */
const STEPS = 30;

/** The photo board as stored on disk, with its operations. */
export function useBoard() {
  const { t } = useTranslation('photo-import');
  const database = currentDatabase();
  const user = useUser();
  const { geoprivacy, license } = user.preferences;
  const sharing: Sharing = useMemo(() => ({ geoprivacy, license }), [geoprivacy, license]);
  const [saving, setSaving] = useState<{ done: number; total: number } | null>(null);
  const isSaving = saving !== null;
  const last = useRef<Board | undefined>(undefined);
  // The board does not update while records are saved: rendering it after each would take longer than saving.
  const board = useLiveQuery(
    () => (isSaving && last.current ? last.current : boardOf(database).then((read) => (last.current = read))),
    [database, isSaving],
  );
  const gap = useLiveQuery(() => boardSetting.read(database), [database])?.gap ?? DEFAULT_GAP;
  const read = useStore(reading, (state) => (state.userId === database.userId ? state : NO_READING));
  const [steps, setSteps] = useState<Change[]>([]);
  const [cutOff, setCutOff] = useState<{ wanted: number; done: number } | null>(null);
  const [saved, setSaved] = useState<SavedAll | null>(null);
  const first = useRef({ gap, sharing });
  const shared = useShared(database, sharing);
  const { begin } = shared;

  useEffect(() => {
    // A crash may have left photos on the board in no record.
    const { sharing: now } = first.current;
    const start = async () => {
      setCutOff(await cutOffReading(database));
      await regroup(database, (await boardSetting.read(database)).gap, now);
      await begin(now);
    };
    start().catch((error: unknown) => console.error('Photos', error));
  }, [begin, database]);

  /** Runs an undoable change of the board; true if it changed anything. */
  const act = useCallback(
    async (work: () => Promise<Change | null>): Promise<boolean> => {
      try {
        const change = await work();
        if (change) setSteps((list) => [...list, change].slice(-STEPS));
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
      setSaved(null);
      setCutOff(null);
      await readOntoBoard(database, files, sharing);
    },
    [database, sharing],
  );

  const save = useCallback(
    async (ids: readonly string[]) => {
      setSaved(null);
      setSaving({ done: 0, total: ids.length });
      const observer = { id: user.id, name: user.name, is_pro: user.is_pro };
      const result = await saveAll(database, ids, observer, (done) => setSaving({ done, total: ids.length }));
      setSteps([]);
      forgetReading();
      setSaved(result);
      setSaving(null);
    },
    [database, user.id, user.name, user.is_pro],
  );

  const same = useSame(board);
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
    canUndo: steps.length > 0,
    forgetSteps: () => setSteps([]),
    save,
    saving,
    saved,
    same,
    cutOff,
    forgetCutOff: () => {
      setCutOff(null);
      void boardSetting
        .update(database, (before) => ({ ...before, reading: null }))
        .catch((error: unknown) => console.error('Photos', error));
    },
  };
}

export type BoardScreen = ReturnType<typeof useBoard>;

const NONE: ReadonlyMap<string, SameAs> = new Map();

/** Photos that another record already has; looked up again when photos change, not on every edit. */
function useSame(board: Awaited<ReturnType<typeof boardOf>> | undefined): ReadonlyMap<string, SameAs> {
  const database = currentDatabase();
  const hashes = useMemo(
    () => [...new Set((board?.groups ?? []).flatMap(({ photos }) => photos.map(({ sha256 }) => sha256)))].toSorted().join(' '),
    [board],
  );
  const [records, setRecords] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    recordsByPictureHash(database, new Set(hashes === '' ? [] : hashes.split(' '))).then(
      (found) => isCurrent && setRecords(found),
      (error: unknown) => console.error('Photos', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [database, hashes]);
  return useMemo(() => (board ? samePhotos(board, records) : NONE), [board, records]);
}
