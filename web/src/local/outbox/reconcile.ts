import { isRecord } from '@veld/contract';
import type { OwnObservation, User } from '@veld/contract';
import { operations } from '../changes/accounts';
import { enqueueMissing } from '../changes/observations';
import { rememberUnsent, type UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { ItemError, OutboxItem } from '../db/rows';
import { changePhoto } from '../records/photos';
import { pickDraft, savedRow, storedRow } from '../records/record-shape';
import { saveObservation } from '../records/save-observation';
import { isSameDraft, threeWayMerge } from './merge';
import { readPayload } from './operation';
import { findOperation } from './operations';
import { readBody, listItems } from './store';

/** The server accepted the item: in one transaction, removes it and makes the items held for it due. */
export async function reconcileSuccess(
  database: UserDatabase,
  item: OutboxItem,
  observation: OwnObservation | null,
  now: number,
): Promise<void> {
  await inTransaction(database, async () => {
    await acknowledge(database, item, observation, now);
    switch (findOperation(item)?.reconcile) {
      case 'save':
        if (observation) await applyStored(database, item, observation);
        break;
      case 'deletion':
        await reconcileDeletion(database, item);
        break;
      case 'upload':
        await changePhoto(database, item.subject, { acknowledged_at: now });
        await applyDeferredDeletion(database, item);
        break;
    }
  });
}

/** The item cannot succeed: it is replaced by a newer save of the same record, or needs attention. */
export async function reconcileFailure(database: UserDatabase, item: OutboxItem, error: ItemError): Promise<void> {
  await inTransaction(database, async () => {
    if (await supersede(database, item)) return;
    await database.outbox.update(item.id, { state: 'needs_attention', last_error: error, tries: item.tries + 1 });
  });
}

/** The server has another version: merges by field if possible; else both versions are kept and the item needs attention. */
export async function reconcileConflict(database: UserDatabase, item: OutboxItem, current: OwnObservation, error: ItemError, now: number) {
  await inTransaction(database, async () => {
    if (await supersede(database, item)) return;
    const theirs = pickDraft(current);
    const { merged, conflicts } = threeWayMerge(item.base, readBody(item)!, theirs);
    if (conflicts.length > 0) {
      const conflict = { current, clashes: conflicts };
      await database.outbox.update(item.id, { state: 'needs_attention', last_error: error, tries: item.tries + 1, conflict });
      await database.observations.update(item.subject, { newer: current });
      return;
    }
    if (isSameDraft(merged, theirs)) {
      await acknowledge(database, item, current, now);
      await applyStored(database, item, current);
      return;
    }
    await database.outbox.update(item.id, {
      state: 'waiting',
      input: { ...item.input, body: { ...merged, write_id: newId() } },
      base: theirs,
      base_version: current.version,
      tries: 0,
      next_try_at: 0,
      last_error: null,
    });
    await showMerged(database, item.subject, current, merged);
  });
}

/** The item waits until `nextTryAt`. */
export async function scheduleRetry(
  database: UserDatabase,
  item: OutboxItem,
  error: ItemError,
  nextTryAt: number,
  restartsUpload: boolean,
): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    database.outbox.update(item.id, {
      state: 'waiting',
      last_error: error,
      tries: item.tries + 1,
      next_try_at: nextTryAt,
      ...(restartsUpload ? { upload_url: null } : {}),
    }),
  );
}

/** The server limits this route: all items of the route wait. */
export async function scheduleRouteRetry(database: UserDatabase, item: OutboxItem, error: ItemError, nextTryAt: number): Promise<void> {
  await database.write('sending', [database.outbox], async () => {
    await database.outbox
      .where('state')
      .equals('waiting')
      .filter((one) => one.route === item.route && one.next_try_at < nextTryAt)
      .modify({ next_try_at: nextTryAt });
    await database.outbox.update(item.id, { state: 'waiting', last_error: error, tries: item.tries + 1, next_try_at: nextTryAt });
  });
}

async function inTransaction(database: UserDatabase, work: () => Promise<void>): Promise<void> {
  const { outbox, observations, photos, acknowledged } = database;
  await database.write('sending', [outbox, observations, photos, acknowledged], work);
  rememberUnsent(database.userId, await database.read(() => outbox.count()));
}

async function acknowledge(database: UserDatabase, item: OutboxItem, observation: OwnObservation | null, now: number): Promise<void> {
  const { id, kind, route, input, subject, observation_id } = item;
  await database.outbox.delete(id);
  const version = observation?.version ?? null;
  const acknowledged_at = await nextAcknowledgement(database, now);
  await database.acknowledged.put({ id, kind, route, input, subject, observation_id, version, acknowledged_at });
}

/** The time now, in milliseconds; later than the one before, so that changes accepted in the same millisecond keep their order. */
async function nextAcknowledgement({ acknowledged }: UserDatabase, now: number): Promise<number> {
  const last = (await acknowledged.orderBy('acknowledged_at').last())?.acknowledged_at ?? 0;
  // Times far ahead are of a clock that was wrong.
  return last >= now && last < now + 1000 ? last + 1 : now;
}

async function applyStored(database: UserDatabase, item: OutboxItem, stored: OwnObservation): Promise<void> {
  const { observations, outbox, photos } = database;
  const row = await observations.get(item.subject);
  if (!row) return;
  const items = await listItems(database, item.subject);
  const next = items.find((one) => one.kind !== 'photo' && one.id !== item.id);
  if (!next) {
    await observations.put(storedRow(stored, row));
    const declared = new Set(stored.media.map((photo) => photo.id));
    await photos
      .where('observation_id')
      .equals(item.subject)
      .filter((photo) => !declared.has(photo.id))
      .delete();
    // Removed on another device while the answer was lost: there is nothing left to send.
    await outbox.bulkDelete(items.filter((one) => one.kind === 'photo' && !declared.has(one.subject)).map((one) => one.id));
  } else {
    await observations.update(item.subject, { base: stored, version: stored.version });
    await rebaseNext(database, item, next, stored);
  }
  // The server now knows these photos: their bytes can be sent.
  const declared = new Set(stored.media.map((photo) => photo.id));
  for (const photo of items)
    if (photo.kind === 'photo' && photo.rank === 3 && declared.has(photo.subject))
      await outbox.update(photo.id, { rank: 2, next_try_at: 0 });
  await enqueueMissing(database, stored);
}

/** Rebases the save that was made on top of the one just stored. */
async function rebaseNext(database: UserDatabase, item: OutboxItem, next: OutboxItem, stored: OwnObservation): Promise<void> {
  const base = pickDraft(stored);
  const change = { base, base_version: stored.version, next_try_at: 0 };
  const mine = readBody(next);
  // No other device saved in between: the next save is based on what the user saw.
  if (!mine || stored.version <= item.base_version + 1) {
    await database.outbox.update(next.id, change);
    return;
  }
  const { merged, conflicts } = threeWayMerge(readBody(item), mine, base);
  if (conflicts.length > 0) {
    // The common base stays: it is needed to merge the other side's changes once the user has resolved the conflict.
    const start = { base: readBody(item), base_version: item.base_version, next_try_at: 0 };
    await database.outbox.update(next.id, { ...start, state: 'needs_attention', conflict: { current: stored, clashes: conflicts } });
    await database.observations.update(item.subject, { newer: stored });
    return;
  }
  await database.outbox.update(next.id, { ...change, input: { ...next.input, body: { ...merged, write_id: newId() } } });
  await showMerged(database, item.subject, stored, merged);
}

async function showMerged(
  database: UserDatabase,
  id: string,
  current: OwnObservation,
  merged: ReturnType<typeof pickDraft>,
): Promise<void> {
  const row = await database.observations.get(id);
  if (!row) return;
  const taxon = merged.taxon_id === current.taxon_id ? current.taxon : row.taxon;
  const thumbhashes = new Map(current.media.map((photo) => [photo.id, photo.thumbhash]));
  const shown = savedRow(id, merged, row, { user: row.user, taxon, now: row.saved_at, thumbhashes });
  await database.observations.put({ ...shown, base: current, version: current.version, deleted: row.deleted });
}

/** Whether a later save of the same record exists. It then replaces this one and inherits its base. */
async function supersede(database: UserDatabase, item: OutboxItem): Promise<boolean> {
  if (!item.observation_id || item.kind === 'photo') return false;
  const next = (await listItems(database, item.observation_id)).find((one) => one.kind !== 'photo' && one.seq > item.seq);
  if (!next) return false;
  await database.outbox.delete(item.id);
  await database.outbox.update(next.id, { base: item.base, base_version: item.base_version, next_try_at: 0 });
  return true;
}

/** Applies a deletion from another device that was deferred until this photo, the record's last unsent item, was sent. */
async function applyDeferredDeletion(database: UserDatabase, item: OutboxItem): Promise<void> {
  const id = item.observation_id;
  const row = id ? await database.observations.get(id) : undefined;
  if (!row?.newer || !('deleted' in row.newer) || (await listItems(database, row.id)).length > 0) return;
  await database.photos.where('observation_id').equals(row.id).delete();
  await database.observations.delete(row.id);
}

async function reconcileDeletion(database: UserDatabase, item: OutboxItem): Promise<void> {
  const items = await listItems(database, item.subject);
  // Saved again while the deletion was being sent: the server will reply to that save that the record is gone.
  if (items.some((one) => one.kind === 'record')) {
    for (const next of items)
      if (next.kind === 'record') await database.outbox.update(next.id, { next_try_at: 0, base_version: item.base_version });
    return;
  }
  await database.outbox.bulkDelete(items.map((one) => one.id));
  await database.photos.where('observation_id').equals(item.subject).delete();
  await database.observations.delete(item.subject);
}

/**
 * Gives a photo whose id is taken on the server a new id, and saves its record with that id in place of the old one. The bytes are
 * sent after the record, like those of any new photo. False if the photo got a new id before, or if its record has to be reconciled
 * first: is gone, being deleted, or in conflict.
 */
export async function replacePhotoId(database: UserDatabase, item: OutboxItem, error: ItemError): Promise<boolean> {
  const { outbox, observations, photos } = database;
  const id = item.observation_id;
  if (!id || item.replaced_id) return false;
  const [photo, row, items] = await database.read(() =>
    Promise.all([photos.get(item.subject), observations.get(id), listItems(database, id)]),
  );
  const isReconciled = row?.deleted === 0 && !items.some((one) => one.conflict !== null || one.kind === 'deletion');
  if (!photo || !isReconciled || !row.media.some((one) => one.id === photo.id)) return false;
  const fresh = { ...photo, id: newId(), acknowledged_at: null };
  const draft = pickDraft(row);
  const media = draft.media.map((one) => (one.id === photo.id ? { ...one, id: fresh.id } : one));
  // No longer being sent, so that the save removes it. If that fails, the item stays and can be retried.
  await database.write('sending', [outbox], () => outbox.update(item.id, { state: 'needs_attention', last_error: error }));
  await saveObservation(database, { ...draft, media }, [fresh], { id, user: row.user, taxon: row.taxon });
  await database.write('sending', [outbox], () =>
    outbox
      .where('observation_id')
      .equals(id)
      .filter((one) => one.kind === 'photo' && one.subject === fresh.id)
      .modify({ replaced_id: photo.id }),
  );
  return true;
}

/** Whether the server kept a preference that another device had changed later than this one. */
export function isOverruled(item: Pick<OutboxItem, 'route' | 'input'>, { preferences }: Pick<User, 'preferences'>): boolean {
  const payload = readPayload(item, operations.putPreference);
  if (!payload) return false;
  const stored: Record<string, unknown> = preferences;
  return Object.entries(payload.body).some(([key, sent]) => !isKept(sent, stored[key]));
}

/** The server adds what an earlier version of the app did not send. */
function isKept(sent: unknown, stored: unknown): boolean {
  if (!isRecord(sent) || !isRecord(stored)) return JSON.stringify(sent) === JSON.stringify(stored);
  return Object.entries(sent).every(([key, value]) => isKept(value, stored[key]));
}
