import { useLiveQuery } from 'dexie-react-hooks';
import { saveFiles } from '../../device/save-files';
import { deleteUserDatabase, openUserDatabase } from '../../local/db/database';
import { exportUnsent } from '../../local/outbox/export';
import { type OutboxCounts, outboxCounts } from '../../local/outbox/outbox-counts';
import { auth } from './data';

type Unsent = Pick<OutboxCounts, 'unsent' | 'changes'>;

/** What only this device has; undefined while loading, null if it cannot be read. */
export function useUnsent(): Unsent | null | undefined {
  const userId = auth.state().user?.id ?? null;
  return useLiveQuery(async () => {
    if (userId === null) return { unsent: 0, changes: 0 };
    return outboxCounts(openUserDatabase(userId)).catch(() => null);
  }, [userId]);
}

/** Downloads an export of everything that only this device has. */
export async function saveUnsentFiles(): Promise<void> {
  const userId = auth.state().user?.id;
  if (userId) saveFiles(await exportUnsent(openUserDatabase(userId)));
}

/**
 * Ends the session with `endSession`, then deletes all data of the user on this device. Reloads the page, because sender and pull still
 * hold the deleted database.
 */
export async function logOutAndDelete(endSession: () => Promise<void>): Promise<void> {
  const userId = auth.state().user?.id;
  await endSession();
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
