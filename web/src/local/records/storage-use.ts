import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';

export interface PhotoStorage {
  count: number;
  bytes: number;
}

/** What one user has stored on this device. */
export interface StorageUse {
  records: number;
  drafts: number;
  /** Photos the server does not have yet; nothing deletes these. */
  unsent: PhotoStorage;
  /** Photos the server has too. */
  sent: PhotoStorage;
}

/** Previews count with their photo. */
export function storageUse(database: UserDatabase): Promise<StorageUse> {
  return database.read(async () => {
    const use: StorageUse = {
      records: await database.observations.where('[deleted+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]).count(),
      drafts: await database.drafts.count(),
      unsent: { count: 0, bytes: 0 },
      sent: { count: 0, bytes: 0 },
    };
    await database.photos.each((photo) => {
      const kind = photo.acknowledged_at === null ? use.unsent : use.sent;
      kind.count++;
      kind.bytes += photo.byte_length + (photo.preview?.size ?? 0);
    });
    return use;
  });
}
