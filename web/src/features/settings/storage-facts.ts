import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { deleteOldPhotos, KEEP_ACKNOWLEDGED_MS } from '../../local/records/photos';
import { type SharedFiles, sharedFiles } from '../../local/device/shared-files';
import { type PhotoStorage, type StorageUse, storageUse } from '../../local/records/storage-use';
import { copySizes } from '../../local/taxonomy/copy-sizes';
import type { TaxonomyType } from '../../local/taxonomy/database';
import { currentDatabase } from '../accounts/data';

export type { PhotoStorage } from '../../local/records/storage-use';

/** What the person has stored on this device; undefined while it is read. */
export function useStorageUse(): StorageUse | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => storageUse(database), [database]);
}

/** Photos from the share sheet that wait for their board: this person's, and those that are nobody's yet. */
export function useSharedHere(): PhotoStorage | undefined {
  const { userId } = currentDatabase();
  return useLiveQuery(() => sharedRoom(sharedFiles(), userId), [userId]);
}

export async function sharedRoom(files: SharedFiles, userId: string): Promise<PhotoStorage> {
  const waiting = await files.waitingFor(userId);
  return { count: waiting.length, bytes: waiting.reduce((sum, { size }) => sum + size, 0) };
}

/** Bytes of the copies of the taxonomy that answer searches; read anew when `again` changes. Empty until they are known. */
export function useNameSizes(again: unknown): Partial<Record<TaxonomyType, number>> {
  const [sizes, setSizes] = useState<Partial<Record<TaxonomyType, number>>>({});
  useEffect(() => {
    let isCurrent = true;
    copySizes().then(
      (found) => isCurrent && setSizes(found),
      (error: unknown) => console.error('Storage', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [again]);
  return sizes;
}

export interface Room {
  used: number;
  quota: number;
}

/** Room as the browser counts it for all of Veld; null where it does not say. */
export function useRoom(again: unknown): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useEffect(() => {
    let isCurrent = true;
    navigator.storage?.estimate?.().then(
      ({ usage, quota }) => {
        if (isCurrent && usage !== undefined && quota) setRoom({ used: usage, quota });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [again]);
  return room;
}

/** Whether the browser promised to keep the data; null where it cannot promise. */
export function usePersistence(): { isPersistent: boolean | null | undefined; ask: () => Promise<void> } {
  const [isPersistent, setPersistent] = useState<boolean | null | undefined>(() => (storageManager()?.persisted ? undefined : null));
  useEffect(() => {
    storageManager()
      ?.persisted?.()
      .then(setPersistent, () => setPersistent(null));
  }, []);
  const ask = useCallback(async () => {
    setPersistent(await navigator.storage.persist().catch(() => false));
  }, []);
  return { isPersistent, ask };
}

/** Missing without HTTPS, and partly missing in older browsers. */
function storageManager(): Partial<StorageManager> | undefined {
  return navigator.storage;
}

/** Frees the room of photos that the server has too; unsent ones stay. */
export function forgetSentPhotos(): Promise<void> {
  return deleteOldPhotos(currentDatabase(), Date.now() + KEEP_ACKNOWLEDGED_MS);
}
