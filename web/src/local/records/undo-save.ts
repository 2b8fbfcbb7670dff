import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { HELD, type LocalPhoto } from '../db/rows';
import { afterEnqueue, deleteObservation, itemsOf } from './save-observation';

/** So long a record that was just saved can be taken back; only then is it sent. */
export const UNDO_MS = 10_000;

/** Nobody will take it back any more: a record that waited only for that is sent now. */
export async function endUndoTime(database: UserDatabase, id: string): Promise<void> {
  const { outbox } = database;
  const ended = await database.write('sending', [outbox], () =>
    outbox
      .where('observation_id')
      .equals(id)
      .filter((item) => item.kind === 'record' && item.state === 'waiting' && item.tries === 0 && item.next_try_at !== HELD)
      .modify({ next_try_at: 0 }),
  );
  if (ended > 0) database.queued();
}

interface DraftValues {
  media: readonly { id: string }[];
}

/** `sent`: the server may have it, nothing was changed, and the person is asked. `gone`: there is no such record any more. */
export type UndoResult<V> = { outcome: 'taken'; values: V } | { outcome: 'sent' } | { outcome: 'gone' };

/**
 * Makes a record that was just saved a draft again, with its photos, all in one transaction. One that the server may have is
 * deleted by the ordinary way after the draft is on the disk, and only where the person agreed: a failure in between leaves
 * both.
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
  let mayBeThere = false;
  const done = await database.write<UndoResult<V>>('draft', [observations, photos, outbox, drafts], async () => {
    const row = await observations.get(id);
    if (!row || row.deleted === 1) return { outcome: 'gone' };
    const items = await itemsOf(database, id);
    mayBeThere = row.version > 0 || items.some((one) => one.tries > 0 || one.state === 'sending');
    if (mayBeThere && !options.isAgreed) return { outcome: 'sent' };

    const kept: LocalPhoto[] = await photos.where('observation_id').equals(id).toArray();
    const ids = new Map<string, string>();
    for (const photo of kept) {
      // Ids name one thing for ever: what the server may know is followed by a new photo with the same bytes.
      const photoId = mayBeThere ? fresh.get(photo.id) : photo.id;
      if (!photoId) continue;
      ids.set(photo.id, photoId);
      await photos.put({ ...photo, id: photoId, observation_id: null, draft_id: draft.id, acknowledged_at: null });
    }
    const media = draft.values.media.flatMap((photo) => {
      const photoId = ids.get(photo.id);
      return photoId ? [{ ...photo, id: photoId }] : [];
    });
    const values = { ...draft.values, media };
    await drafts.put({
      id: draft.id,
      observation_id: null,
      values: Object.fromEntries(Object.entries(values)),
      photo_ids: media.map((one) => one.id),
      updated_at: now,
    });
    if (!mayBeThere) {
      await outbox.bulkDelete(items.map((one) => one.id));
      await observations.delete(id);
    }
    return { outcome: 'taken', values };
  });
  if (done.outcome === 'taken') await (mayBeThere ? deleteObservation(database, id) : afterEnqueue(database));
  return done;
}
