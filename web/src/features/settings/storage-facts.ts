import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { forgetOldPhotos, KEEP_ACKNOWLEDGED_MS } from '../../local/records/photos';
import { type SharedFiles, sharedFiles } from '../../local/device/shared-files';
import { copyFileSize } from '../../local/taxonomy/copy-file';
import { TAXONOMY_TYPES, TaxonomyDatabase, type TaxonomyType } from '../../local/taxonomy/database';
import { currentDatabase } from '../accounts/data';

export interface PhotoRoom {
  count: number;
  bytes: number;
}

export interface KeptHere {
  records: number;
  drafts: number;
  /** Of which the server has not got the bytes; these stay whatever happens. */
  unsent: PhotoRoom;
  /** Which the server has too. */
  sent: PhotoRoom;
}

/** What lies in the person's own database. */
export function useKeptHere(): KeptHere | undefined {
  const database = currentDatabase();
  return useLiveQuery(
    () =>
      database.read(async () => {
        const kept: KeptHere = {
          records: await database.observations.where('[deleted+saved_at]').between([0, -Infinity], [0, Infinity]).count(),
          drafts: await database.drafts.count(),
          unsent: { count: 0, bytes: 0 },
          sent: { count: 0, bytes: 0 },
        };
        await database.photos.each((photo) => {
          const room = photo.acknowledged_at === null ? kept.unsent : kept.sent;
          room.count++;
          room.bytes += photo.byte_length + (photo.preview?.size ?? 0);
        });
        return kept;
      }),
    [database],
  );
}

/** Photos from the share sheet that wait for their board: this person's, and those that are nobody's yet. */
export function useSharedHere(): PhotoRoom | undefined {
  const { userId } = currentDatabase();
  return useLiveQuery(() => sharedRoom(sharedFiles(), userId), [userId]);
}

export async function sharedRoom(files: SharedFiles, userId: string): Promise<PhotoRoom> {
  const waiting = await files.waitingFor(userId);
  return { count: waiting.length, bytes: waiting.reduce((sum, { size }) => sum + size, 0) };
}

/** Bytes of the copies of the taxonomy that answer searches; read anew when `again` changes. Empty until they are known. */
export function useNameSizes(again: unknown): Partial<Record<TaxonomyType, number>> {
  const [sizes, setSizes] = useState<Partial<Record<TaxonomyType, number>>>({});
  useEffect(() => {
    let isCurrent = true;
    nameSizes().then(
      (found) => isCurrent && setSizes(found),
      (error: unknown) => console.error('Storage', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [again]);
  return sizes;
}

export async function nameSizes(): Promise<Partial<Record<TaxonomyType, number>>> {
  const taxonomy = new TaxonomyDatabase();
  try {
    const sizes: Partial<Record<TaxonomyType, number>> = {};
    for (const type of TAXONOMY_TYPES) {
      const copy = await taxonomy.copies.get(type);
      if (!copy) continue;
      let size = 0;
      const parts = [copy.copy, ...(copy.changes ? [copy.changes] : [])];
      await taxonomy.blocks
        .where('copy')
        .anyOf(parts)
        .each((piece) => (size += piece.bytes.length));
      sizes[type] = size + (await copyFileSize(copy.copy));
    }
    return sizes;
  } finally {
    taxonomy.close();
  }
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
  const [isPersistent, setPersistent] = useState<boolean | null | undefined>(undefined);
  useEffect(() => {
    const storage = navigator.storage as StorageManager | undefined;
    if (!storage?.persisted) return setPersistent(null);
    storage.persisted().then(setPersistent, () => setPersistent(null));
  }, []);
  const ask = useCallback(async () => {
    setPersistent(await navigator.storage.persist().catch(() => false));
  }, []);
  return { isPersistent, ask };
}

/** Frees the room of photos that the server has too; unsent ones stay. */
export function forgetSentPhotos(): Promise<void> {
  return forgetOldPhotos(currentDatabase(), Date.now() + KEEP_ACKNOWLEDGED_MS);
}
