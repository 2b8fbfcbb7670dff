import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { threeWayMerge } from './merge';
import { pickDraft, storedRow } from '../records/record-shape';
import { HELD, type LocalPhoto, type OutboxItem } from '../db/rows';
import { enqueueUploads } from '../changes/observations';
import { saveObservation } from '../records/save-observation';
import { afterEnqueue, readBody, listItems } from './store';
import { declare } from '../records/photos';

/** All items in order. Each has its state, error and, for conflicts, both versions. */
export async function listOutbox(database: UserDatabase): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.orderBy('seq').toArray());
}

/** Makes an item due now. Does nothing while it is being sent, held, on hold or in conflict. */
export async function retryItem(database: UserDatabase, itemId: string): Promise<void> {
  await database.write('sending', [database.outbox], async () => {
    const item = await database.outbox.get(itemId);
    if (!item || item.state === 'sending' || item.next_try_at === HELD || item.conflict || item.on_hold) return;
    await database.outbox.update(itemId, { state: 'waiting', next_try_at: 0 });
  });
  database.notifyEnqueued();
}

/**
 * Discards an unsent item. A record is reset to the server's version, or deleted if there is none; a photo is removed from its
 * record. The caller must have asked for confirmation.
 */
export async function discardItem(database: UserDatabase, itemId: string): Promise<void> {
  const item = await database.read(() => database.outbox.get(itemId));
  if (!item) return;
  if (item.kind === 'photo') await discardPhoto(database, item);
  else if (item.kind === 'call') await database.write('settings', [database.outbox], () => database.outbox.delete(itemId));
  else await discardRecord(database, item.subject);
  await afterEnqueue(database);
}

async function discardRecord(database: UserDatabase, id: string): Promise<void> {
  const { outbox, observations, photos } = database;
  await database.write('deletion', [outbox, observations, photos], async () => {
    const row = await observations.get(id);
    await outbox.bulkDelete((await listItems(database, id)).map((one) => one.id));
    const serverCopy = row?.newer ?? row?.base;
    if (!serverCopy || 'deleted' in serverCopy) {
      await photos.where('observation_id').equals(id).delete();
      await observations.delete(id);
      return;
    }
    await observations.put(storedRow(serverCopy, row));
    const declared = new Set(serverCopy.media.map((photo) => photo.id));
    const unwanted = (photo: LocalPhoto) => !declared.has(photo.id);
    await photos.where('observation_id').equals(id).filter(unwanted).delete();
    await enqueueUploads(database, id, serverCopy.media);
  });
}

async function discardPhoto(database: UserDatabase, item: OutboxItem): Promise<void> {
  const row = await database.read(() => database.observations.get(item.observation_id!));
  if (!row) {
    await database.write('deletion', [database.outbox], () => database.outbox.delete(item.id));
    return;
  }
  const draft = pickDraft(row);
  const media = draft.media.filter((photo) => photo.id !== item.subject);
  await saveObservation(database, { ...draft, media }, [], { id: row.id, user: row.user, taxon: row.taxon });
}

/** Resolves a conflict: `mine` keeps this device's values of the conflicting fields, `theirs` uses the server's version. */
export async function resolveConflict(database: UserDatabase, itemId: string, choice: 'mine' | 'theirs'): Promise<void> {
  const item = await database.read(() => database.outbox.get(itemId));
  if (!item?.conflict) return;
  if (choice === 'theirs') {
    await discardRecord(database, item.subject);
    await afterEnqueue(database);
    return;
  }
  const row = await database.read(() => database.observations.get(item.subject));
  const mine = readBody(item);
  if (!row || !mine) return;
  const { merged } = threeWayMerge(item.base, mine, pickDraft(item.conflict.current));
  const taxon = merged.taxon_id === row.taxon_id ? row.taxon : item.conflict.current.taxon;
  await saveObservation(database, merged, [], { id: row.id, user: row.user, taxon });
}

/** Saves a record that was deleted elsewhere while it was edited here as a new one, with its photos (docs/faults.md C20). */
export async function saveAsNew(database: UserDatabase, itemId: string): Promise<string | null> {
  const item = await database.read(() => database.outbox.get(itemId));
  const mine = item && readBody(item);
  if (!mine) return null;
  const row = await database.read(() => database.observations.get(item.subject));
  if (!row) throw new Error('The record of an unsent save is missing');
  const stored = await database.read(() => database.photos.where('observation_id').equals(item.subject).toArray());
  // Ids are never reused: the new record's photos get new ids for the same bytes.
  const photos = stored
    .filter((photo) => mine.media.some((one) => one.id === photo.id))
    .map((photo) => ({ old: photo.id, fresh: { ...photo, id: newId(), acknowledged_at: null } }));
  const media = mine.media.flatMap((one) => {
    const copy = photos.find((photo) => photo.old === one.id);
    return copy ? [declare(copy.fresh, one.order, one)] : [];
  });
  const { outbox, observations } = database;
  const id = newId();
  // The new record is stored before the old one is deleted, so that a failure in between leaves both.
  await saveObservation(
    database,
    { ...mine, media },
    photos.map((photo) => photo.fresh),
    { id, user: row.user, taxon: row.taxon },
  );
  await database.write('deletion', [outbox, observations, database.photos], async () => {
    await outbox.bulkDelete((await listItems(database, item.subject)).map((one) => one.id));
    await database.photos.where('observation_id').equals(item.subject).delete();
    await observations.delete(item.subject);
  });
  await afterEnqueue(database);
  return id;
}
