import { deleteObservation as deleteRoute, ObservationDraft, putObservation, type TaxonSummary } from '@veld/contract';
import type { z } from 'zod/mini';
import { noteUnsent, type UserDatabase } from '../db/database';
import { newItem, storeItem } from '../outbox/enqueue';
import { newId } from '../db/ids';
import { conflictVersion, rebase } from './edit-base';
import { keyOf, UPLOAD_ROUTE } from '../outbox/operations';
import { askToPersist } from '../db/persistence';
import { draftOf, type Observer, savedRow } from './record-shape';
import { HELD, type LocalObservation, type LocalPhoto, type EditBase, type OutboxItem } from '../db/rows';

/** The record cannot be sent as it is. Codes of what is wrong, by field name (`taxon_id: ['taxon_or_photo']`). */
export class RecordInvalid extends Error {
  override readonly name = 'RecordInvalid';
  readonly errors: Record<string, string[]>;
  constructor(error: z.core.$ZodError) {
    super('The record is not complete');
    this.errors = {};
    for (const issue of error.issues) (this.errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
  }
}

/** A declared photo of which the device has no bytes and the server no copy. */
export class PhotoMissing extends Error {
  override readonly name = 'PhotoMissing';
}

export interface SaveOptions {
  /** Of the record; without one a new record is made. */
  id?: string;
  /** The draft this comes from: it is gone in the same transaction. Its photos become the record's. */
  draftId?: string;
  user: Observer;
  /** Of a change: what the record was when its form was opened. What it has become since is kept where the form did not touch it. */
  editBase?: EditBase | null;
  /** For showing the record offline. */
  taxon?: TaxonSummary | null;
  now?: number;
  /** A new record is first sent after so long, or when `endUndoTime` is called: until then it can be taken back unseen. */
  undoMs?: number;
}

/**
 * Keeps a record, its photos and the outbox items that will send them, all in one transaction; resolves with the record's
 * id once the disk has them. The first version and every edit go this way. Photos already stored with the draft need not be
 * given again.
 */
export async function saveObservation(
  database: UserDatabase,
  draft: z.input<typeof ObservationDraft>,
  photos: readonly LocalPhoto[],
  options: SaveOptions,
): Promise<string> {
  const parsed = ObservationDraft.safeParse(draft);
  if (!parsed.success) throw new RecordInvalid(parsed.error);
  const writeId = newId();
  const id = options.id ?? newId();
  const now = options.now ?? Date.now();
  const first = newItem(database.userId, now, {
    kind: 'record',
    rank: 1,
    route: keyOf(putObservation),
    input: { params: { id }, body: { ...parsed.data, write_id: writeId } },
    subject: id,
    observation_id: id,
    next_try_at: options.undoMs ? now + options.undoMs : 0,
  });
  const { observations, outbox, drafts } = database;
  await database.write('observation', [observations, database.photos, outbox, drafts], async () => {
    if (await outbox.get(first.id)) return;
    const before = await observations.get(id);
    const items = await itemsOf(database, id);
    const { merged: body, conflicts } = before ? rebase(before, options.editBase, parsed.data) : { merged: parsed.data, conflicts: [] };
    const item = { ...first, input: { ...first.input, body: { ...body, write_id: writeId } } };
    const stored = await keepPhotos(database, id, body, photos, options.draftId);
    const isAtServer = new Set(photosAtServer(before, items));
    for (const photo of body.media)
      if (!stored.has(photo.id) && !isAtServer.has(photo.id)) throw new PhotoMissing(`No bytes of photo ${photo.id}`);

    const thumbhashes = new Map([...stored.values()].map((photo) => [photo.id, photo.thumbhash]));
    const taxon = (body.taxon_id === parsed.data.taxon_id ? options.taxon : before?.taxon) ?? null;
    await observations.put(savedRow(id, body, before, { user: options.user, taxon, now, thumbhashes }));
    // Both changed the same: it goes as a change of what the person saw, and the server's answer brings the two side by side.
    const { editBase } = options;
    const isSeen = !editBase || editBase.clash === conflictVersion(items);
    if (editBase && conflicts.length > 0) await enqueueSave(database, item, editBase.version, editBase.draft, isSeen);
    else await enqueueSave(database, item, before?.version ?? 0, before?.base ? draftOf(before.base) : null, isSeen);
    const uploads = new Map(body.media.map((photo) => [photo.id, uploadItem(database.userId, id, photo.id, now)]));
    await enqueuePhotos(database, id, body, stored, uploads, isAtServer);
    if (options.draftId) await drafts.delete(options.draftId);
  });
  await afterEnqueue(database);
  return id;
}

/** Deletes an own record: at once where the server never heard of it, else when the deletion has been sent. */
export async function deleteObservation(database: UserDatabase, id: string, options: { now?: number } = {}): Promise<void> {
  const now = options.now ?? Date.now();
  const item = newItem(database.userId, now, {
    kind: 'deletion',
    rank: 1,
    route: keyOf(deleteRoute),
    input: { params: { id } },
    subject: id,
    observation_id: id,
  });
  const { observations, outbox, photos } = database;
  await database.write('deletion', [observations, photos, outbox], async () => {
    const row = await observations.get(id);
    if (!row || (await outbox.get(item.id))) return;
    const items = await itemsOf(database, id);
    await outbox.bulkDelete(items.filter((one) => one.kind === 'photo' && one.state !== 'sending').map((one) => one.id));
    const mayBeThere = row.version > 0 || items.some((one) => one.kind === 'record' && (one.tries > 0 || one.state === 'sending'));
    if (!mayBeThere) {
      await outbox.bulkDelete(items.map((one) => one.id));
      await photos.where('observation_id').equals(id).delete();
      await observations.delete(id);
      return;
    }
    await observations.update(id, { deleted: 1 });
    await enqueueSave(database, item, row.version, row.base ? draftOf(row.base) : null);
  });
  await afterEnqueue(database);
}

/**
 * Of what this device is based on and, in a clash, of what another one brought meanwhile: their bytes need not be here. What
 * a clash is with may have been followed by yet another version, which lacks a photo that the person was shown.
 */
function photosAtServer(row: LocalObservation | undefined, items: readonly OutboxItem[]): string[] {
  const newer = row?.newer && !('deleted' in row.newer) ? row.newer.media : [];
  const clashing = items.flatMap((item) => item.conflict?.current.media ?? []);
  return [...(row?.base?.media ?? []), ...newer, ...clashing].map((photo) => photo.id);
}

/** The items of a record, in order. */
export async function itemsOf(database: UserDatabase, observationId: string): Promise<OutboxItem[]> {
  const items = await database.outbox.where('observation_id').equals(observationId).toArray();
  return items.sort((first, second) => first.seq - second.seq);
}

/**
 * Puts a save or deletion in its place. A save that surely never reached the server is replaced. One that may have
 * (it was tried, or is being sent) is followed: its successor is held until the outcome is known.
 */
async function enqueueSave(
  database: UserDatabase,
  item: OutboxItem,
  version: number,
  base: OutboxItem['base'],
  isConflictSeen = true,
): Promise<void> {
  const line = (await itemsOf(database, item.observation_id!)).filter((one) => one.kind !== 'photo');
  const last = line.at(-1);
  if (!last) return storeItem(database, { ...item, base_version: version, base });
  const mayHaveArrived = last.state === 'sending' || (last.state === 'waiting' && last.tries > 0);
  if (mayHaveArrived) return storeItem(database, { ...item, next_try_at: HELD, base: bodyOf(last) ?? last.base });
  await database.outbox.delete(last.id);
  // Whoever saves after a conflict has seen the other version, unless the form was open before it came up.
  const seen =
    last.conflict && isConflictSeen ? { base_version: last.conflict.current.version, base: draftOf(last.conflict.current) } : last;
  return storeItem(database, {
    ...item,
    base_version: seen.base_version,
    base: seen.base,
    next_try_at: line.length > 1 && last.next_try_at === HELD ? HELD : 0,
    ...wishesOf(last, item),
  });
}

/** A corrected save stays where its person put the one before. A deletion is a new wish. */
function wishesOf(last: OutboxItem, item: OutboxItem): Pick<OutboxItem, 'on_hold' | 'by_hand'> {
  if (item.kind === 'deletion') return {};
  return { ...(last.on_hold ? { on_hold: true } : {}), ...(last.by_hand ? { by_hand: true } : {}) };
}

/** What a save says, as a draft; null for a deletion. */
export function bodyOf(item: OutboxItem): ObservationDraft | null {
  return item.kind === 'record' ? (item.input.body as ObservationDraft) : null;
}

async function keepPhotos(
  database: UserDatabase,
  id: string,
  draft: ObservationDraft,
  given: readonly LocalPhoto[],
  draftId: string | undefined,
): Promise<Map<string, LocalPhoto>> {
  const { photos } = database;
  const wanted = new Set(draft.media.map((photo) => photo.id));
  for (const photo of given) {
    if (wanted.has(photo.id)) await photos.put({ ...photo, observation_id: id, draft_id: null });
  }
  if (draftId) {
    for (const photo of await photos.where('draft_id').equals(draftId).toArray()) {
      if (wanted.has(photo.id)) await photos.put({ ...photo, observation_id: id, draft_id: null });
      else await photos.delete(photo.id);
    }
  }
  const stored = await photos.where('observation_id').equals(id).toArray();
  return new Map(stored.map((photo) => [photo.id, photo]));
}

function uploadItem(userId: string, observationId: string, photoId: string, now: number): OutboxItem {
  return newItem(userId, now, {
    kind: 'photo',
    rank: 3,
    route: UPLOAD_ROUTE,
    input: {},
    subject: photoId,
    observation_id: observationId,
    next_try_at: HELD,
  });
}

async function enqueuePhotos(
  database: UserDatabase,
  id: string,
  draft: ObservationDraft,
  stored: ReadonlyMap<string, LocalPhoto>,
  uploads: ReadonlyMap<string, OutboxItem>,
  isAtServer: ReadonlySet<string>,
): Promise<void> {
  const queued = (await itemsOf(database, id)).filter((one) => one.kind === 'photo');
  const wanted = new Set(draft.media.map((photo) => photo.id));
  // The bytes of a photo that was taken out stay until the server has the record without it.
  await database.outbox.bulkDelete(queued.filter((one) => !wanted.has(one.subject) && one.state !== 'sending').map((one) => one.id));
  for (const photo of draft.media) {
    const bytes = stored.get(photo.id);
    if (!bytes || bytes.acknowledged_at !== null || queued.some((one) => one.subject === photo.id)) continue;
    const upload = uploads.get(photo.id)!;
    // A photo that the server's copy already names may go at once, the others after their record.
    await storeItem(database, isAtServer.has(photo.id) ? { ...upload, rank: 2, next_try_at: 0 } : upload);
  }
}

/** Photos that the server's copy names and whose bytes are here only: also such as were to be taken out, and are not after all. */
export async function enqueueUploads(
  database: UserDatabase,
  id: string,
  declared: readonly { id: string }[],
  now = Date.now(),
): Promise<void> {
  const queued = (await itemsOf(database, id)).filter((one) => one.kind === 'photo');
  for (const photo of await database.photos.where('observation_id').equals(id).toArray()) {
    if (photo.acknowledged_at !== null || !declared.some((one) => one.id === photo.id)) continue;
    if (queued.some((one) => one.subject === photo.id)) continue;
    await storeItem(database, { ...uploadItem(database.userId, id, photo.id, now), rank: 2, next_try_at: 0 });
  }
}

export async function afterEnqueue(database: UserDatabase): Promise<void> {
  noteUnsent(database.userId, await database.read(() => database.outbox.count()).catch(() => 0));
  database.queued();
  void askToPersist();
}
