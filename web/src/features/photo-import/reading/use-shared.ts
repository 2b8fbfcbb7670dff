import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { shareNotices } from '../../../local/device/shared-files-news';
import { sharedFiles } from '../../../local/device/shared-files';
import type { Sharing } from '../board/board-values';
import { importShared } from './import-shared';

/** Imports the files shared with the app: once with `begin`, and again with `importAll`. `waiting` counts those not imported. */
export function useShared(database: UserDatabase, sharing: Sharing) {
  const [hasBegun, setBegun] = useState(false);
  const count = useLiveQuery(() => sharedFiles().photosWaitingFor(database.userId), [database]) ?? 0;

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

  return { waiting: hasBegun ? count : 0, begin, importAll };
}
