import type { WaitingRecord } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api } from '../../../local/app/veld';
import { freeBytes } from '../../../local/device/room';
import { type KeptBatch, readBatch, cachedPhotos } from '../../../local/records/identifications/batch';
import { BatchKeeper, fetchPicture } from '../../../local/records/identifications/batch-keeper';
import { currentDatabase } from '../../../shared/session/session';

export { BATCH_SIZE, type KeptBatch, pictureAddresses } from '../../../local/records/identifications/batch';

/** The batch on this device; null without one, undefined while loading. */
export function useBatch(): KeptBatch | null | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => readBatch(database), [database]);
}

const keepers = new Map<string, BatchKeeper>();

/** The keeper of the user's batch; null where the browser cannot keep pictures. */
export function batchKeeper(): BatchKeeper | null {
  const database = currentDatabase();
  const known = keepers.get(database.userId);
  if (known) return known;
  const photos = cachedPhotos();
  if (!photos) return null;
  const keeper = new BatchKeeper({ database, api, photos, fetchPicture, free: freeBytes, now: Date.now });
  keepers.set(database.userId, keeper);
  return keeper;
}

const LARGEST_EDGE = 1600;
/** Of a photo as the server renders it, on average. */
const BYTES_PER_PIXEL = 0.15;

/** About how many bytes the pictures of so many records need, judging by some of them. */
export function estimatedBytes(records: readonly WaitingRecord[], count: number): number {
  if (records.length === 0) return 0;
  const photos = records.flatMap(({ media }) => media.filter(({ urls }) => urls !== null));
  const bytes = photos.reduce((sum, { width, height }) => {
    const scale = Math.min(1, LARGEST_EDGE / Math.max(width, height));
    return sum + width * height * scale * scale * BYTES_PER_PIXEL;
  }, 0);
  return Math.round((bytes / records.length) * count);
}
