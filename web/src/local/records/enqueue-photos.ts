import type { ObservationDraft, OwnObservation } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { HELD, type LocalPhoto, type OutboxItem } from '../db/rows';
import { operations } from '../changes/observations';
import { appendItem, listItems, newItem } from '../outbox/store';

/** Creates an upload that is held until the server has the record of the photo. */
export function uploadItem(userId: string, observationId: string, photoId: string, now: number): OutboxItem {
  return newItem(userId, now, operations.uploadPhoto, {
    input: {},
    subject: photoId,
    observation_id: observationId,
    next_try_at: HELD,
  });
}

/** Inside the transaction that saves a record: queues the uploads of its photos and removes those of photos it no longer has. */
export async function enqueuePhotos(
  database: UserDatabase,
  id: string,
  draft: ObservationDraft,
  stored: ReadonlyMap<string, LocalPhoto>,
  uploads: ReadonlyMap<string, OutboxItem>,
  isAtServer: ReadonlySet<string>,
): Promise<void> {
  const queued = (await listItems(database, id)).filter((one) => one.kind === 'photo');
  const wanted = new Set(draft.media.map((photo) => photo.id));
  // The bytes of a removed photo stay until the server has the record without it.
  await database.outbox.bulkDelete(queued.filter((one) => !wanted.has(one.subject) && one.state !== 'sending').map((one) => one.id));
  for (const photo of draft.media) {
    const bytes = stored.get(photo.id);
    if (!bytes || bytes.acknowledged_at !== null || queued.some((one) => one.subject === photo.id)) continue;
    const upload = uploads.get(photo.id)!;
    // A photo already in the server's version can be sent at once, the others after their record.
    await appendItem(database, isAtServer.has(photo.id) ? { ...upload, rank: 2, next_try_at: 0 } : upload);
  }
}

/**
 * Inside a transaction: queues photos again that were uploaded, and whose bytes the server no longer has because no record listed
 * them for some time.
 */
export async function enqueueMissing(database: UserDatabase, stored: Pick<OwnObservation, 'id' | 'media'>): Promise<void> {
  const missing = stored.media.filter((photo) => photo.missing);
  if (missing.length === 0) return;
  for (const { id } of missing) {
    const photo = await database.photos.get(id);
    if (photo && photo.acknowledged_at !== null) await database.photos.put({ ...photo, observation_id: stored.id, acknowledged_at: null });
  }
  await enqueueUploads(database, stored.id, missing);
}

/** Queues uploads of photos in the server's version that only this device has, including those whose removal was undone. */
export async function enqueueUploads(
  database: UserDatabase,
  id: string,
  declared: readonly { id: string }[],
  now = Date.now(),
): Promise<void> {
  const queued = (await listItems(database, id)).filter((one) => one.kind === 'photo');
  for (const photo of await database.photos.where('observation_id').equals(id).toArray()) {
    if (photo.acknowledged_at !== null || !declared.some((one) => one.id === photo.id)) continue;
    if (queued.some((one) => one.subject === photo.id)) continue;
    await appendItem(database, { ...uploadItem(database.userId, id, photo.id, now), rank: 2, next_try_at: 0 });
  }
}
