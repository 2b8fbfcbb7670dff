import { useQuery } from '@tanstack/react-query';
import { getMediaUsage } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api } from '../../../local/app/veld';
import { useCallback, useEffect, useState } from 'react';
import { deleteOldPhotos, KEEP_ACKNOWLEDGED_MS } from '../../../local/records/photos';
import { type SharedFiles, sharedFiles } from '../../../local/device/shared-files';
import { type PhotoStorage, type StorageUse, storageUse } from '../../../local/records/storage-use';
import { copySizes } from '../../../local/taxonomy/stored-copies';
import type { TaxonomyType } from '../../../local/taxonomy/database';
import { currentDatabase } from '../../../shared/session/session';

export type { PhotoStorage } from '../../../local/records/storage-use';

/** What the user has stored on this device; undefined while loading. */
export function useStorageUse(): StorageUse | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => storageUse(database), [database]);
}

/** How much space the user's photos take on the server and may take, as last known to this device. */
export function useServerPhotos() {
  return useQuery({
    queryKey: ['media-usage'],
    queryFn: ({ signal }) => api.call(getMediaUsage, {}, { signal }),
    meta: { persist: true },
    select: ({ data }) => data,
  });
}

/** Waiting photos from the share sheet: those of the user and those not assigned yet. */
export function useSharedHere(): PhotoStorage | undefined {
  const { userId } = currentDatabase();
  return useLiveQuery(() => sharedRoom(sharedFiles(), userId), [userId]);
}

export async function sharedRoom(files: SharedFiles, userId: string): Promise<PhotoStorage> {
  const waiting = await files.waitingFor(userId);
  return { count: waiting.length, bytes: waiting.reduce((sum, { size }) => sum + size, 0) };
}

/** Size of the taxonomy copies in bytes; read again when `again` changes. Empty while loading. */
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

/** Storage usage and quota from the browser; null if not supported. */
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

/** Whether storage is persistent; null if the browser does not support it. */
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

/** Missing without HTTPS, and incomplete in older browsers. */
function storageManager(): Partial<StorageManager> | undefined {
  return navigator.storage;
}

/** Deletes photos that the server has too; unsent ones stay. */
export function deleteSentPhotos(): Promise<void> {
  return deleteOldPhotos(currentDatabase(), Date.now() + KEEP_ACKNOWLEDGED_MS);
}
