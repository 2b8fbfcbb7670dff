import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { shareNotices } from '../../../local/device/shared-files-news';
import { photosAmong, type SharedFile, sharedFiles } from '../../../local/device/shared-files';
import type { Sharing } from '../board/board-values';
import { importShared } from './import-shared';

const NONE: SharedFile[] = [];

/**
 * The files shared with the app. `question` are those to ask about; `answer` adds or deletes them. Accepted ones are imported once
 * with `begin`, and again with `importAll`; `waiting` counts those that are not on the board.
 */
export function useShared(database: UserDatabase, sharing: Sharing) {
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
