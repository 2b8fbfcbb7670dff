import { useCallback, useEffect, useRef, useState } from 'react';
import { deleteObservation } from '../../../local/records/observations';
import { currentDatabase } from '../../../shared/session/session';

/**
 * Deletes records once the time to undo is over: `hidden` are those that wait for it. Leaving the screen ends the time, closing the
 * app before it ends keeps the records.
 */
export function useDeletion(onFailure: (cause: unknown) => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const waiting = useRef<readonly string[]>([]);
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });

  // Of the person who deletes: after a logout there is none.
  const database = currentDatabase();
  const commit = useCallback(async () => {
    const ids = waiting.current;
    if (ids.length === 0) return;
    waiting.current = [];
    try {
      for (const id of ids) await deleteObservation(database, id);
    } catch (cause) {
      failed.current(cause);
    } finally {
      // What could not be deleted is shown again.
      setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  }, [database]);
  const remove = useCallback(
    (ids: readonly string[]) => {
      void commit();
      waiting.current = ids;
      setHidden(new Set(ids));
    },
    [commit],
  );
  const undo = useCallback(() => {
    waiting.current = [];
    setHidden(NONE);
  }, []);
  useEffect(() => () => void commit(), [commit]);
  return { hidden, remove, undo, commit };
}

const NONE: ReadonlySet<string> = new Set();
