import type { User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { deleteObservation, ownObservation, saveObservation } from '../../../local/records/observations';
import { UNDO_MS } from '../../../local/records/undo-save';
import type { NewRecord } from './paste-records';

/**
 * Saves new records one by one, as the form does. One whose id is taken already is not saved again. Resolves with the ids of those that were
 * saved; after a failure the others are left out, and `onFailure` gets the cause.
 */
export async function saveRecords(
  database: UserDatabase,
  { id, name, is_pro }: Pick<User, 'id' | 'name' | 'is_pro'>,
  records: readonly NewRecord[],
  onProgress: (done: number) => void,
  onFailure: (cause: unknown) => void,
): Promise<string[]> {
  const saved: string[] = [];
  try {
    for (const [index, { id: recordId, draft, taxon }] of records.entries()) {
      if (!(await ownObservation(database, recordId))) {
        const options = { id: recordId, user: { id, name, is_pro }, taxon, undoMs: UNDO_MS, place: 'chosen', obscuresHome: true } as const;
        saved.push(await saveObservation(database, draft, [], options));
      }
      onProgress(index + 1);
    }
  } catch (cause) {
    onFailure(cause);
  }
  return saved;
}

/** Deletes records that were just made. */
export async function removeRecords(database: UserDatabase, ids: readonly string[], onFailure: (cause: unknown) => void): Promise<void> {
  try {
    for (const id of ids) await deleteObservation(database, id);
  } catch (cause) {
    onFailure(cause);
  }
}
