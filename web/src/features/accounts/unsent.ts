import { useLiveQuery } from 'dexie-react-hooks';
import { saveFiles } from '../../device/save-files';
import { deleteUserDatabase, openUserDatabase } from '../../local/db/database';
import { exportUnsent } from '../../local/outbox/export';
import { outboxCounts } from '../../local/outbox/outbox-counts';
import { auth } from './data';

/** How many records and photos only this device has; undefined while the device is asked, null where it cannot say. */
export function useUnsentCount(): number | null | undefined {
  const userId = auth.state().user?.id ?? null;
  return useLiveQuery(async () => {
    if (userId === null) return 0;
    return outboxCounts(openUserDatabase(userId)).then(
      ({ unsent }) => unsent,
      () => null,
    );
  }, [userId]);
}

/** Hands everything that only this device has to the browser's downloads. */
export async function saveUnsentFiles(): Promise<void> {
  const userId = auth.state().user?.id;
  if (userId) saveFiles(await exportUnsent(openUserDatabase(userId)));
}

/**
 * Throws away all that this device keeps of the person, after `leave` has ended the session. The page is loaded anew, because
 * sender and fetcher still hold the database that is gone.
 */
export async function leaveWithNothing(leave: () => Promise<void>): Promise<void> {
  const userId = auth.state().user?.id;
  await leave();
  try {
    if (userId) {
      await deleteUserDatabase(userId);
      const { sharedFiles } = await import('../../local/device/shared-files');
      await sharedFiles().deleteAllOf(userId);
    }
  } finally {
    location.replace('/welcome');
  }
}
