import type { UserDatabase } from '../db/database';
import { operations } from '../changes/observations';
import { afterEnqueue, listItems, newItem } from '../outbox/store';
import { enqueueSave } from './enqueue-save';
import { pickDraft } from './record-shape';

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
