import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { HELD, type LocalPhoto } from '../db/rows';
import { afterEnqueue, listItems } from '../outbox/store';
import { deleteObservation } from './save-observation';
import { isWaiting, readWaitingPlaces } from './waiting-places';

/** How long a save can be undone before it is sent. */
export const UNDO_MS = 10_000;

/**
 * Ends the time to undo: a record that waited for it is sent now. With `keepsForPlace`, one that still gets its place keeps its
 * time, so that it is sent once, with the place.
 */
export async function endUndoTime(database: UserDatabase, id: string, options: { keepsForPlace?: boolean; now?: number } = {}) {
  const { outbox } = database;
  const now = options.now ?? Date.now();
  if (options.keepsForPlace && (await readWaitingPlaces(database)).some((entry) => entry.id === id && isWaiting(entry, now))) return;
  const ended = await database.write('sending', [outbox], () =>
    outbox
      .where('observation_id')
      .equals(id)
      .filter((item) => item.kind === 'record' && item.state === 'waiting' && item.tries === 0 && item.next_try_at !== HELD)
      .modify({ next_try_at: 0 }),
  );
  if (ended > 0) database.notifyEnqueued();
}

interface DraftValues extends Partial<Pick<ObservationDraft, 'count' | 'count_max' | 'count_type'>> {
  media: readonly { id: string }[];
}

/** `sent`: the server may have the record; nothing was changed, and the caller asks the user. `gone`: the record no longer exists. */
export type UndoResult<V> = { outcome: 'undone'; values: V } | { outcome: 'sent' } | { outcome: 'gone' };

/**
 * Turns a saved record back into a draft, with its photos and the count that it has by now, in one transaction. If the server may have the record, it is deleted
 * after the draft has been stored, and only with `isAgreed`; a failure in between leaves both.
 */
export async function undoSave<V extends DraftValues>(
  database: UserDatabase,
  id: string,
  draft: { id: string; values: V },
  options: { isAgreed?: boolean; now?: number } = {},
): Promise<UndoResult<V>> {
  const { observations, photos, outbox, drafts } = database;
  const now = options.now ?? Date.now();
  const fresh = new Map(draft.values.media.map((photo) => [photo.id, newId()]));
  let mayBeAtServer = false;
  const done = await database.write<UndoResult<V>>('draft', [observations, photos, outbox, drafts], async () => {
    const row = await observations.get(id);
    if (!row || row.deleted === 1) return { outcome: 'gone' };
    const items = await listItems(database, id);
    mayBeAtServer = row.version > 0 || items.some((one) => one.tries > 0 || one.state === 'sending');
    if (mayBeAtServer && !options.isAgreed) return { outcome: 'sent' };

    const stored: LocalPhoto[] = await photos.where('observation_id').equals(id).toArray();
    const ids = new Map<string, string>();
    for (const photo of stored) {
      // Ids are never reused: a photo that the server may know gets a new id for the same bytes.
      const photoId = mayBeAtServer ? fresh.get(photo.id) : photo.id;
      if (!photoId) continue;
      ids.set(photo.id, photoId);
      await photos.put({ ...photo, id: photoId, observation_id: null, draft_id: draft.id, acknowledged_at: null });
    }
    const media = draft.values.media.flatMap((photo) => {
      const photoId = ids.get(photo.id);
      return photoId ? [{ ...photo, id: photoId }] : [];
    });
    // One more individual may have been added since the form was saved, also a moment ago.
    const counted = { count: row.count ?? null, count_max: row.count_max ?? null, count_type: row.count_type ?? null };
    const values = { ...draft.values, ...counted, media };
    await drafts.put({
      id: draft.id,
      observation_id: null,
      values: Object.fromEntries(Object.entries(values)),
      photo_ids: media.map((one) => one.id),
      updated_at: now,
    });
    if (!mayBeAtServer) {
      await outbox.bulkDelete(items.map((one) => one.id));
      await observations.delete(id);
    }
    return { outcome: 'undone', values };
  });
  if (done.outcome === 'undone') await (mayBeAtServer ? deleteObservation(database, id) : afterEnqueue(database));
  return done;
}
