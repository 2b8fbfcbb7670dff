import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDatabase } from '../../../local/db/database';
import { notifier } from '../../../shared/session/session';
import { type Change, ChangedSince, undoBoardChange } from './board-write';

const MAX_STEPS = 30;

/** Changes of the board that can be undone, the last first. */
export function useUndoSteps(database: UserDatabase) {
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
