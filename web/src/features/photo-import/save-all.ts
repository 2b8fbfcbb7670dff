import type { UserDatabase } from '../../local/db/database';
import { loadDraft } from '../../local/records/drafts';
import { photosById } from '../../local/records/photos';
import { PhotoMissing, RecordInvalid, saveObservation, type SaveOptions } from '../../local/records/observations';
import { StorageFull } from '../../local/db/storage-errors';
import { type FormValues, hasUnreadCount, readFormRecord, withTypedName } from '../recording/data';

/** Why a record stayed a draft. `fields`: error codes by field. */
export type SaveFailure = { kind: 'fields'; errors: Record<string, string[]> } | { kind: 'full' } | { kind: 'photo' } | { kind: 'failed' };

export interface SaveAllResult {
  /** Ids of the saved records, in order. */
  saved: string[];
  failed: { id: string; reason: SaveFailure }[];
}

/**
 * Saves records of the board one after another. A record takes the id of its draft, so that saving twice (in two tabs, or after
 * a crash) creates one record. A record that cannot be saved stays a draft; the others are still saved.
 */
export async function saveAll(
  database: UserDatabase,
  groupIds: readonly string[],
  user: SaveOptions['user'],
  onStep: (done: number) => void = () => {},
): Promise<SaveAllResult> {
  const result: SaveAllResult = { saved: [], failed: [] };
  for (const [index, id] of groupIds.entries()) {
    try {
      if (await saveOne(database, id, user)) result.saved.push(id);
    } catch (error) {
      result.failed.push({ id, reason: reasonOf(error) });
    }
    onStep(index + 1);
  }
  return result;
}

/** Something typed that is no value of its field. */
class FieldUnreadable extends Error {
  readonly errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    super('A typed value cannot be read');
    this.errors = errors;
  }
}

/** Returns false if the draft is gone: it has been saved or discarded in the meantime. */
async function saveOne(database: UserDatabase, id: string, user: SaveOptions['user']): Promise<boolean> {
  const draft = await loadDraft(database, id);
  if (!draft) return false;
  const values = withTypedName(draft.values as unknown as FormValues);
  // Half-typed coordinates and counts must not be dropped: the user has to finish them.
  if (values.place_text?.trim()) throw new FieldUnreadable({ coordinates: ['unread'] });
  if (hasUnreadCount(values)) throw new FieldUnreadable({ count: ['count'] });
  const rows = await photosById(database, draft.photo_ids);
  const photos = rows.filter((photo) => photo.observation_id === null || photo.observation_id === id);
  await saveObservation(database, readFormRecord(values), photos, {
    id,
    draftId: id,
    user,
    taxon: values.taxon,
    obscuresHome: !values.shows_home,
  });
  return true;
}

function reasonOf(error: unknown): SaveFailure {
  if (error instanceof RecordInvalid || error instanceof FieldUnreadable) return { kind: 'fields', errors: error.errors };
  if (error instanceof StorageFull) return { kind: 'full' };
  console.error('Save', error);
  return { kind: error instanceof PhotoMissing ? 'photo' : 'failed' };
}
