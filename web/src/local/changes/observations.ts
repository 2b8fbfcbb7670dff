import { deleteObservation, getKnown, type ObservationDraft, type OwnObservation, putObservation, UPLOADS_PATH } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { HELD, type OutboxItem, type LocalPhoto } from '../db/rows';
import type { Operation } from '../outbox/operation';
import { appendItem, readBody, listItems, newItem } from '../outbox/store';
import { pickDraft } from '../records/record-shape';

/** A record is sent before its photos. How it is saved and deleted on the device: `web/src/local/records`. */
export const operations = {
  putObservation: { kind: 'record', route: putObservation, rank: 1, reconcile: 'save', label: 'record' },
  deleteObservation: { kind: 'deletion', route: deleteObservation, rank: 1, reconcile: 'deletion', label: 'deletion' },
  /** Sent by tus in several requests (`upload.ts`). Rank 2 once the server has the record of the photo. */
  uploadPhoto: { kind: 'photo', route: { method: 'POST', path: UPLOADS_PATH }, rank: 3, reconcile: 'upload', label: 'photo' },
} as const satisfies Record<string, Operation>;

/**
 * Inside a transaction on the outbox: queues a save or deletion behind the last one of its record. If that one cannot have
 * reached the server, it is replaced. If it may have (it was tried, or is being sent), the new item is held until the outcome
 * is known.
 */
export async function enqueueSave(
  database: UserDatabase,
  item: OutboxItem,
  version: number,
  base: OutboxItem['base'],
  isConflictSeen = true,
): Promise<void> {
  const saves = (await listItems(database, item.observation_id!)).filter((one) => one.kind !== 'photo');
  const last = saves.at(-1);
  if (!last) return appendItem(database, { ...item, base_version: version, base });
  if (mayHaveArrived(last)) return appendItem(database, { ...item, next_try_at: HELD, base: readBody(last) ?? last.base });
  await database.outbox.delete(last.id);
  // A save after a conflict was made with the other version in view, unless its form was already open.
  const seen =
    last.conflict && isConflictSeen ? { base_version: last.conflict.current.version, base: pickDraft(last.conflict.current) } : last;
  return appendItem(database, {
    ...item,
    base_version: seen.base_version,
    base: seen.base,
    next_try_at: saves.length > 1 && last.next_try_at === HELD ? HELD : 0,
    ...choicesOf(last, item),
  });
}

/**
 * Inside a transaction on the outbox: queues a change that nobody made by hand. A save that cannot have reached the server takes it
 * up, and keeps its turn, its conflict and the user's choices.
 */
export async function enqueueAutomaticChange(
  database: UserDatabase,
  item: OutboxItem,
  version: number,
  base: OutboxItem['base'],
): Promise<void> {
  const last = (await listItems(database, item.observation_id!)).findLast((one) => one.kind !== 'photo');
  if (last?.kind !== 'record' || mayHaveArrived(last)) return enqueueSave(database, item, version, base);
  await database.outbox.update(last.id, { input: item.input });
}

function mayHaveArrived({ state, tries }: OutboxItem): boolean {
  return state === 'sending' || (state === 'waiting' && tries > 0);
}

/** A corrected save keeps the user's choices for the previous one; a deletion does not. */
function choicesOf(last: OutboxItem, item: OutboxItem): Pick<OutboxItem, 'on_hold' | 'by_hand'> {
  if (item.kind === 'deletion') return {};
  return { ...(last.on_hold ? { on_hold: true } : {}), ...(last.by_hand ? { by_hand: true } : {}) };
}

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
    const upload = getKnown(uploads, photo.id);
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
