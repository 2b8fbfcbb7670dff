import { deleteUserDatabase } from '../db/database';
import { CACHES } from '../device/caches';
import { sharedFiles } from '../device/shared-files';

/**
 * Removes everything the device stores about a person: their database, the shared photos they began to import, their offline maps,
 * the entries of `localStorage`, and the kept photos. Call it only after they confirmed what is lost, and once their session has ended.
 */
export async function removeFromDevice(userId: string): Promise<void> {
  await deleteUserDatabase(userId);
  await sharedFiles().deleteAllOf(userId);
  // Loaded late, because the first screens import this module.
  await (await import('../tile-requests/pack-files')).removePackFiles(userId);
  removeStoredKeys(userId);
  // Logging out asked the worker to clear them, but it may not be running.
  await Promise.all([CACHES.photos, CACHES.keptPhotos].map((name) => globalThis.caches?.delete(name)));
}

function removeStoredKeys(userId: string): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.includes(userId)) storage.removeItem(key);
}
