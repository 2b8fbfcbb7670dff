import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { shareNews } from '../../../local/device/shared-files-news';
import { sharedFiles } from '../../../local/device/shared-files';
import type { Sharing } from '../board/board-values';
import { takeShared } from './import-shared';

/** What was shared with the app: taken in once by `begin`, and how many go on waiting after that. */
export function useShared(database: UserDatabase, sharing: Sharing) {
  const [hasBegun, setBegun] = useState(false);
  const count = useLiveQuery(() => sharedFiles().photosWaitingFor(database.userId), [database]) ?? 0;

  useEffect(() => {
    shareNews.setState({ isShown: true });
    return () => shareNews.setState({ isShown: false });
  }, []);

  const begin = useCallback(
    async (first: Sharing) => {
      await takeShared(database, first).finally(() => setBegun(true));
    },
    [database],
  );
  const takeIn = useCallback(async () => {
    await takeShared(database, sharing, { isAskedFor: true }).catch((error: unknown) => console.error('Photos', error));
  }, [database, sharing]);

  return { waiting: hasBegun ? count : 0, begin, takeIn };
}
