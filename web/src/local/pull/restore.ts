import type { OwnObservation, Tombstone } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { KNOWN_KEYS } from '../records/lists/shared-list';
import { operations } from '../changes/observations';
import { findOperation } from '../outbox/operations';
import { afterEnqueue, appendItem, enqueueInput, listItems, newItem } from '../outbox/store';
import { deleteObservation, saveObservation } from '../records/save-observation';
import { fetchAllAgain, JOURNEYS_CURSOR, readPullSetting, RESTORE_PROGRESS, type RestoreProgress } from './pull-store';
import { pickDraft } from '../records/record-shape';
import { changePhoto } from '../records/photos';
import { journeysToSendAgain, queueJourney } from '../records/journeys/journeys';
import type { AcknowledgedItem, LocalObservation } from '../db/rows';

/*
 * A server that was restored from a backup (decision 0017) may lack what it had acknowledged. Everything is fetched again, and
 * what this device has and the server lacks is resubmitted through the outbox.
 */

const EPOCH = 'server_epoch';

/**
 * Compares the server's epoch with the stored one. If it differs, deletes the cursor, so that everything is fetched again, and
 * returns true. The first epoch is only stored.
 */
export async function detectRestore(database: UserDatabase, epoch: string | undefined): Promise<boolean> {
  if (epoch === undefined) return false;
  const { settings, journeys } = database;
  return database.write('server_copy', [settings, journeys], async () => {
    const known = (await settings.get(EPOCH))?.value;
    if (known === epoch) return false;
    await settings.put({ key: EPOCH, value: epoch });
    if (known === undefined) return false;
    await settings.put({
      key: RESTORE_PROGRESS,
      value: { living: [], deleted: [], behind: [], missing_photos: [] } satisfies RestoreProgress,
    });
    await fetchAllAgain(settings);
    await settings.bulkDelete([JOURNEYS_CURSOR, ...KNOWN_KEYS]);
    // The server says which of these it has when they are sent.
    await journeys.toCollection().modify((journey) => {
      journey.sent_seq = -1;
      journey.write_id ??= newId();
    });
    return true;
  });
}

/**
 * Inside the transaction that applies a page, during a restore: collects what the server has and returns the changes to apply.
 * A version older than the local one is not applied; it becomes the base on which the local one is resubmitted.
 */
export async function recordServerState<T extends OwnObservation | Tombstone>(
  database: UserDatabase,
  changes: readonly T[],
): Promise<readonly T[]> {
  const progress = await readPullSetting(database.settings, RESTORE_PROGRESS);
  if (!progress) return changes;
  const toApply: T[] = [];
  for (const change of changes) {
    if ('deleted' in change) {
      progress.deleted.push(change.id);
      toApply.push(change);
      continue;
    }
    progress.living.push(change.id);
    for (const photo of change.media) if (photo.urls === null) progress.missing_photos.push(photo.id);
    const row = await database.observations.get(change.id);
    if (row?.deleted === 0 && row.version > change.version) {
      progress.behind.push(change.id);
      await database.observations.update(change.id, { base: change, version: change.version });
    } else toApply.push(change);
  }
  await database.settings.put({ key: RESTORE_PROGRESS, value: progress });
  return toApply;
}

/** After the last page: resubmits what the server lacks. If interrupted, the next fetch repeats it. */
export async function resubmitMissing(database: UserDatabase, now: number): Promise<void> {
  const progress = await database.read(() => readPullSetting(database.settings, RESTORE_PROGRESS));
  if (!progress) return;
  const deleted = new Set(progress.deleted);
  const living = new Set(progress.living);
  for (const row of await database.read(() => database.observations.toArray())) {
    if (row.deleted === 0 && row.base && !deleted.has(row.id)) await resubmitRecord(database, row, living.has(row.id), progress, now);
  }
  const acknowledged = await database.read(() => database.acknowledged.orderBy('acknowledged_at').toArray());
  const calls = new Map<string, AcknowledgedItem>();
  for (const item of acknowledged) {
    if (item.kind === 'deletion' && living.has(item.subject)) await deleteObservation(database, item.subject, { now });
    if (item.kind === 'call' && findOperation(item)) calls.set(item.subject, item);
  }
  for (const item of calls.values()) {
    // A waiting call with the same subject is newer.
    const waiting = await database.read(() => database.outbox.where('subject').equals(item.subject).count());
    const operation = findOperation(item);
    if (waiting === 0 && operation) await enqueueInput(database, operation, item, now);
  }
  for (const id of await journeysToSendAgain(database)) await queueJourney(database, id, now);
  await database.write('server_copy', [database.settings], () => database.settings.delete(RESTORE_PROGRESS));
  await afterEnqueue(database);
}

async function resubmitRecord(
  database: UserDatabase,
  row: LocalObservation,
  isThere: boolean,
  progress: RestoreProgress,
  now: number,
): Promise<void> {
  const { observations, photos, outbox } = database;
  const missing = new Set(progress.missing_photos);
  const toUpload = row.media.filter((photo) => !isThere || missing.has(photo.id));
  const uploads = toUpload.map((photo) =>
    newItem(database.userId, now, operations.uploadPhoto, {
      rank: 2,
      input: {},
      subject: photo.id,
      observation_id: row.id,
    }),
  );
  let hasSave = false;
  await database.write('sending', [observations, photos, outbox], async () => {
    const items = await listItems(database, row.id);
    hasSave = items.some((item) => item.kind !== 'photo');
    // Sent as a new record; a waiting save carries the whole record already.
    if (!isThere && !hasSave) await observations.update(row.id, { version: 0 });
    for (const upload of uploads) {
      const photo = await photos.get(upload.subject);
      if (!photo || items.some((item) => item.kind === 'photo' && item.subject === upload.subject)) continue;
      await changePhoto(database, photo.id, { acknowledged_at: null });
      await appendItem(database, upload);
    }
  });
  if (!hasSave && (!isThere || progress.behind.includes(row.id)))
    await saveObservation(database, pickDraft(row), [], { id: row.id, user: row.user, taxon: row.taxon, now });
}
