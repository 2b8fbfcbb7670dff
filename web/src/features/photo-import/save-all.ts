import type { UserDatabase } from '../../local/db/database';
import { loadDraft } from '../../local/records/drafts';
import { photosById } from '../../local/records/photos';
import { PhotoMissing, RecordInvalid, saveObservation, type SaveOptions } from '../../local/records/observations';
import { StorageFull } from '../../local/db/storage-errors';
import { type FormValues, recordOf } from '../recording/form-values';

/** Why a record stayed a draft. `fields`: codes by field, as the form has words for. */
export type KeptReason = { kind: 'fields'; errors: Record<string, string[]> } | { kind: 'full' } | { kind: 'photo' } | { kind: 'failed' };

export interface SavedAll {
  /** Ids of the records, in order. */
  saved: string[];
  kept: { id: string; reason: KeptReason }[];
}

/**
 * Saves records of the board one after another. Each becomes the record that has its draft's id, so that doing it twice, in two
 * tabs or after a crash, makes it once. One that cannot be saved stays the draft it is and holds up no other.
 */
export async function saveAll(
  database: UserDatabase,
  groupIds: readonly string[],
  user: SaveOptions['user'],
  onStep: (done: number) => void = () => {},
): Promise<SavedAll> {
  const result: SavedAll = { saved: [], kept: [] };
  for (const [index, id] of groupIds.entries()) {
    try {
      if (await saveOne(database, id, user)) result.saved.push(id);
    } catch (error) {
      result.kept.push({ id, reason: reasonOf(error) });
    }
    onStep(index + 1);
  }
  return result;
}

class PlaceUnread extends Error {}

/** False where it is no draft any more: it was saved or thrown away meanwhile. */
async function saveOne(database: UserDatabase, id: string, user: SaveOptions['user']): Promise<boolean> {
  const draft = await loadDraft(database, id);
  if (!draft) return false;
  const values = draft.values as unknown as FormValues;
  // Somebody began to type where it was: that is for its person to end, and not to be dropped.
  if (values.place_text?.trim()) throw new PlaceUnread();
  const rows = await photosById(database, draft.photo_ids);
  const photos = rows.filter((photo) => photo.observation_id === null || photo.observation_id === id);
  await saveObservation(database, recordOf(values), photos, { id, draftId: id, user, taxon: values.taxon });
  return true;
}

function reasonOf(error: unknown): KeptReason {
  if (error instanceof RecordInvalid) return { kind: 'fields', errors: error.errors };
  if (error instanceof PlaceUnread) return { kind: 'fields', errors: { coordinates: ['unread'] } };
  if (error instanceof StorageFull) return { kind: 'full' };
  console.error('Save', error);
  return { kind: error instanceof PhotoMissing ? 'photo' : 'failed' };
}
