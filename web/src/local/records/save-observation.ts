import { ObservationDraft, type TaxonSummary, type DeclaredMedia, type ObservationVersion } from '@veld/contract';
import type { z } from 'zod/mini';
import { operations, enqueuePhotos, uploadItem, enqueueSave } from '../changes/observations';
import { obscuredAtHome } from '../changes/saved-places';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { EditBase, LocalObservation, LocalPhoto, OutboxItem } from '../db/rows';
import { afterEnqueue, listItems, newItem } from '../outbox/store';
import { conflictVersion, rebase } from './edit-base';
import { currentJourney, onJourney } from './journeys/current';
import { pickDraft, type Observer, savedRow } from './record-shape';
import { stopWaitingForPlace, waitForPlace } from './waiting-places';

/** The record cannot be sent as it is. Holds codes by field name (`taxon_id: ['taxon_or_photo']`). */
export class RecordInvalid extends Error {
  override readonly name = 'RecordInvalid';
  readonly errors: Record<string, string[]>;
  constructor(error: z.core.$ZodError) {
    super('The record is not complete');
    this.errors = {};
    for (const issue of error.issues) (this.errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
  }
}

/** A declared photo that is neither on the device nor on the server. */
export class PhotoMissing extends Error {
  override readonly name = 'PhotoMissing';
}

export interface SaveOptions {
  /** Id of the record; generated for a new one if absent. */
  id?: string;
  /** The draft to be saved: it is deleted in the same transaction, and its photos become the record's. */
  draftId?: string;
  user: Observer;
  /** For an edit: the record as the form first showed it. Fields that the form did not change keep their current values. */
  editBase?: EditBase | null;
  /** For showing the record offline. */
  taxon?: TaxonSummary | null;
  now?: number;
  /** Milliseconds before a new record is first sent, unless `endUndoTime` is called: until then `undoSave` needs no request. */
  undoMs?: number;
  /**
   * `awaited`: the device is still looking for its location, which becomes the place if the record has none. `missed`: it can't find
   * it, for example without permission. `chosen`: the user set or removed the place, so none may follow any more.
   */
  place?: 'awaited' | 'missed' | 'chosen' | undefined;
  /**
   * When the record was made, where that is known to the second and its place could not be measured: on a journey, it gets that of the
   * track.
   */
  madeAt?: number | undefined;
  /** The time of the record is the moment it was made, and follows the time zone of an awaited place. */
  isInstant?: boolean;
  /** A record that is open and lies in a private zone of the person is saved as obscured. */
  obscuresHome?: boolean;
}

/**
 * Stores a record, its photos and the outbox items that will send them in one transaction. Resolves with the record's id once
 * they are on the disk. Used for new records and for every edit. Photos already stored with the draft need not be passed again.
 * Throws `RecordInvalid` and `PhotoMissing`.
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
  const first = newItem(database.userId, now, operations.putObservation, {
    input: { params: { id }, body: { ...parsed.data, write_id: writeId } },
    subject: id,
    observation_id: id,
    next_try_at: options.undoMs ? now + options.undoMs : 0,
  });
  const { observations, outbox, drafts } = database;
  const wantsFix = options.place === 'awaited' || options.place === 'missed';
  const wantsPlace = wantsFix || options.madeAt !== undefined;
  // Before the transaction, which is not on the track.
  const running = wantsPlace ? await currentJourney.read(database) : null;
  const earlier = running
    ? await import('./journeys/earlier-place').then(
        ({ earlierPlace }) => earlierPlace(database, running, parsed.data, { now, madeAt: options.madeAt }),
        // The record is saved in any case.
        () => undefined,
      )
    : undefined;
  await database.write('observation', [observations, database.photos, outbox, drafts, database.settings], async () => {
    if (await outbox.get(first.id)) return;
    const before = await observations.get(id);
    const items = await listItems(database, id);
    const { merged, conflicts } = before ? rebase(before, options.editBase, parsed.data) : { merged: parsed.data, conflicts: [] };
    const journey = before ? null : await currentJourney.read(database);
    const placed = journey ? onJourney(journey, merged, { now, wantsPlace, earlier }) : merged;
    const body = options.obscuresHome ? await obscuredAtHome(database, placed) : placed;
    const item = { ...first, input: { ...first.input, body: { ...body, write_id: writeId } } };
    const stored = await storePhotos(database, id, body, photos, options.draftId);
    const isAtServer = new Set(photosAtServer(before, items));
    requirePhotos(body, (photoId) => stored.has(photoId) || isAtServer.has(photoId));

    const thumbhashes = new Map([...stored.values()].map((photo) => [photo.id, photo.thumbhash]));
    const taxon = (body.taxon_id === parsed.data.taxon_id ? options.taxon : before?.taxon) ?? null;
    await observations.put(savedRow(id, body, before, { user: options.user, taxon, now, thumbhashes }));
    await enqueueOnBase(database, item, { before, items, editBase: options.editBase, hasConflicts: conflicts.length > 0 });
    const uploads = new Map(body.media.map((photo) => [photo.id, uploadItem(database.userId, id, photo.id, now)]));
    await enqueuePhotos(database, id, body, stored, uploads, isAtServer);
    if (wantsFix && body.latitude == null)
      await waitForPlace(database, { id, now, isInstant: options.isInstant === true, hasEnded: options.place === 'missed' });
    else if (before) await stopWaitingForPlace(database, id, now, options.place === 'chosen');
    if (options.draftId) await drafts.delete(options.draftId);
  });
  await afterEnqueue(database);
  return id;
}

/** Runs saves of records in one transaction: all of them are on the disk when it resolves, or none if one throws. */
export async function saveTogether(database: UserDatabase, saves: () => Promise<void>): Promise<void> {
  const { observations, photos, outbox, drafts, settings } = database;
  await database.write('observation', [observations, photos, outbox, drafts, settings], saves);
  await afterEnqueue(database);
}

/**
 * Ids of photos whose bytes need not be on this device: those of the base, of the newer version and of the version in conflict.
 * The version in conflict may be older than the newer one and name a photo that the newer one lacks.
 */
function photosAtServer(row: LocalObservation | undefined, items: readonly OutboxItem[]): string[] {
  const newer = row?.newer && !('deleted' in row.newer) ? row.newer.media : [];
  const conflicting = items.flatMap((item) => item.conflict?.current.media ?? []);
  return [...(row?.base?.media ?? []), ...newer, ...conflicting].map((photo) => photo.id);
}

function requirePhotos(draft: ObservationDraft, isAvailable: (photoId: string) => boolean): void {
  for (const photo of draft.media) if (!isAvailable(photo.id)) throw new PhotoMissing(`No bytes of photo ${photo.id}`);
}

interface SaveBasis {
  before: LocalObservation | undefined;
  items: readonly OutboxItem[];
  editBase: EditBase | null | undefined;
  hasConflicts: boolean;
}

/** Queues the save on top of the server's version, or of what the form showed if both sides changed the same field. */
async function enqueueOnBase(
  database: UserDatabase,
  item: OutboxItem,
  { before, items, editBase, hasConflicts }: SaveBasis,
): Promise<void> {
  const isSeen = !editBase || editBase.clash === conflictVersion(items);
  // The server answers a save on the older base with the conflict.
  if (editBase && hasConflicts) await enqueueSave(database, item, editBase.version, editBase.draft, isSeen);
  else await enqueueSave(database, item, before?.version ?? 0, before?.base ? pickDraft(before.base) : null, isSeen);
}

/** Assigns the passed photos and those of the draft to the record. Returns all stored photos of the record by id. */
async function storePhotos(
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

/** Deletes a record of the user: at once if it never reached the server, else once the deletion has been sent. */
export async function deleteObservation(database: UserDatabase, id: string, options: { now?: number } = {}): Promise<void> {
  const now = options.now ?? Date.now();
  const item = newItem(database.userId, now, operations.deleteObservation, {
    input: { params: { id } },
    subject: id,
    observation_id: id,
  });
  const { observations, outbox, photos } = database;
  await database.write('deletion', [observations, photos, outbox], async () => {
    const row = await observations.get(id);
    if (!row || (await outbox.get(item.id))) return;
    const items = await listItems(database, id);
    await outbox.bulkDelete(items.filter((one) => one.kind === 'photo' && one.state !== 'sending').map((one) => one.id));
    const mayBeAtServer = row.version > 0 || items.some((one) => one.kind === 'record' && (one.tries > 0 || one.state === 'sending'));
    if (!mayBeAtServer) {
      await outbox.bulkDelete(items.map((one) => one.id));
      await photos.where('observation_id').equals(id).delete();
      await observations.delete(id);
      return;
    }
    await observations.update(id, { deleted: 1 });
    await enqueueSave(database, item, row.version, row.base ? pickDraft(row.base) : null);
  });
  await afterEnqueue(database);
}

/**
 * Saves an older version of a record again, as an edit of the newest one. It adds and removes no photos; those that are
 * still there get back their order, captions, licences and crops. False if this device does not have the record.
 */
export async function revertToVersion(
  database: UserDatabase,
  id: string,
  record: ObservationVersion['record'],
  options: { taxon?: TaxonSummary | null; now?: number } = {},
): Promise<boolean> {
  const row = await database.read(() => database.observations.get(id));
  if (!row || row.deleted === 1) return false;
  const attributes = record.attributes as ReturnType<typeof pickDraft>['attributes'];
  await saveObservation(database, { ...record, attributes, media: photosAsIn(record.media, pickDraft(row).media) }, [], {
    id,
    user: row.user,
    ...options,
  });
  return true;
}

function photosAsIn(older: readonly DeclaredMedia[], now: readonly DeclaredMedia[]): DeclaredMedia[] {
  const before = new Map(older.map((photo) => [photo.id, photo]));
  const placeOf = (photo: DeclaredMedia) => before.get(photo.id)?.order ?? Number.MAX_SAFE_INTEGER;
  return now
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((photo, order) => {
      const then = before.get(photo.id);
      return {
        ...photo,
        order,
        ...(then ? { caption: then.caption ?? null, license: then.license ?? null, crop: then.crop ?? null } : {}),
      };
    });
}
