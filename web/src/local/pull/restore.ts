import type { OwnObservation, Tombstone } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { enqueueCall, newItem, storeItem } from '../outbox/enqueue';
import { OUTBOX_ROUTES, UPLOAD_ROUTE } from '../outbox/operations';
import { CHANGES_CURSOR } from './pull-store';
import { draftOf } from '../records/record-shape';
import { changePhoto } from '../records/photos';
import type { AcknowledgedItem, LocalObservation } from '../db/rows';
import { afterEnqueue, deleteObservation, itemsOf, saveObservation } from '../records/save-observation';

/*
 * After the server was restored from a backup (decision 0017) it may lack what it had acknowledged. Everything is fetched
 * anew, and what this device holds and the server has not is offered again, by the ordinary ways of the outbox.
 */

const EPOCH = 'server_epoch';
const RESYNC = 'resync';

/** What the server still has, collected page by page. */
interface Resync {
  living: string[];
  deleted: string[];
  /** Records of which it has an older version than this device. */
  behind: string[];
  /** Photos it has no bytes of. */
  missing_photos: string[];
}

/**
 * Compares the server's epoch with the one this device knows. True where it is another: the cursor is forgotten, and the
 * fetch begins anew. The first epoch a device hears of is only noted.
 */
export async function detectRestore(database: UserDatabase, epoch: string | undefined): Promise<boolean> {
  if (epoch === undefined) return false;
  const { settings } = database;
  return database.write('server_copy', [settings], async () => {
    const known = (await settings.get(EPOCH))?.value;
    if (known === epoch) return false;
    await settings.put({ key: EPOCH, value: epoch });
    if (known === undefined) return false;
    await settings.put({ key: RESYNC, value: { living: [], deleted: [], behind: [], missing_photos: [] } satisfies Resync });
    await settings.delete(CHANGES_CURSOR);
    return true;
  });
}

/**
 * Inside the transaction that applies a page, where a resync runs: notes what the server has, and answers the changes that
 * are to be taken over. An older version than the own one is not: it becomes what the own one is offered on top of.
 */
export async function recordServerState<T extends OwnObservation | Tombstone>(
  database: UserDatabase,
  changes: readonly T[],
): Promise<readonly T[]> {
  const resync = (await database.settings.get(RESYNC))?.value as Resync | undefined;
  if (!resync) return changes;
  const taken: T[] = [];
  for (const change of changes) {
    if ('deleted' in change) {
      resync.deleted.push(change.id);
      taken.push(change);
      continue;
    }
    resync.living.push(change.id);
    for (const photo of change.media) if (photo.urls === null) resync.missing_photos.push(photo.id);
    const row = await database.observations.get(change.id);
    if (row?.deleted === 0 && row.version > change.version) {
      resync.behind.push(change.id);
      await database.observations.update(change.id, { base: change, version: change.version });
    } else taken.push(change);
  }
  await database.settings.put({ key: RESYNC, value: resync });
  return taken;
}

/** After the last page: offers what the server lacks. Cut off in between, the next fetch does it again. */
export async function resubmitMissing(database: UserDatabase, now: number): Promise<void> {
  const resync = (await database.read(() => database.settings.get(RESYNC)))?.value as Resync | undefined;
  if (!resync) return;
  const deleted = new Set(resync.deleted);
  const living = new Set(resync.living);
  for (const row of await database.read(() => database.observations.toArray())) {
    if (row.deleted === 0 && row.base && !deleted.has(row.id)) await resubmitRecord(database, row, living.has(row.id), resync, now);
  }
  const acknowledged = await database.read(() => database.acknowledged.orderBy('acknowledged_at').toArray());
  const calls = new Map<string, AcknowledgedItem>();
  for (const item of acknowledged) {
    if (item.kind === 'deletion' && living.has(item.subject)) await deleteObservation(database, item.subject, { now });
    if (item.kind === 'call' && OUTBOX_ROUTES[item.route]) calls.set(item.subject, item);
  }
  for (const { route, input, subject } of calls.values()) {
    // A newer change of the same thing that waits already says more.
    const waits = await database.read(() => database.outbox.where('subject').equals(subject).count());
    if (waits === 0) await enqueueCall(database, { route, input, subject, now });
  }
  await database.write('server_copy', [database.settings], () => database.settings.delete(RESYNC));
  await afterEnqueue(database);
}

async function resubmitRecord(database: UserDatabase, row: LocalObservation, isThere: boolean, resync: Resync, now: number): Promise<void> {
  const { observations, photos, outbox } = database;
  const lacking = new Set(resync.missing_photos);
  const wanted = row.media.filter((photo) => !isThere || lacking.has(photo.id));
  const uploads = wanted.map((photo) =>
    newItem(database.userId, now, {
      kind: 'photo',
      rank: 2,
      route: UPLOAD_ROUTE,
      input: {},
      subject: photo.id,
      observation_id: row.id,
    }),
  );
  let hasSave = false;
  await database.write('sending', [observations, photos, outbox], async () => {
    const items = await itemsOf(database, row.id);
    hasSave = items.some((item) => item.kind !== 'photo');
    // Sent as a new one; a save that waits already brings the whole record.
    if (!isThere && !hasSave) await observations.update(row.id, { version: 0 });
    for (const upload of uploads) {
      const photo = await photos.get(upload.subject);
      if (!photo || items.some((item) => item.kind === 'photo' && item.subject === upload.subject)) continue;
      await changePhoto(database, photo.id, { acknowledged_at: null });
      await storeItem(database, upload);
    }
  });
  if (!hasSave && (!isThere || resync.behind.includes(row.id)))
    await saveObservation(database, draftOf(row), [], { id: row.id, user: row.user, taxon: row.taxon, now });
}
