import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { ItemError, OutboxItem } from '../db/rows';
import { pickDraft } from '../records/record-shape';
import { saveObservation } from '../records/save-observation';
import { listItems } from './store';

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
