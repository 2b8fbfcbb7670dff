import type { UserDatabase } from '../db/database';
import type { LocalDraft, LocalPhoto } from '../db/rows';
import { changePhoto } from './photos';

/**
 * The `draft_id` of every photo on the photo board. Photos move between proposed records without being rewritten; a draft takes
 * ownership of its photos when it is opened as a form (`openDraft`).
 */
export const BOARD = 'photo-board';

interface BoardValues {
  media: readonly { id: string }[];
}

/** Drafts to write and to delete. */
export interface BoardPlan<V extends BoardValues = BoardValues> {
  put: { id: string; values: V }[];
  drop: string[];
}

/** The drafts before a change and their times after it; needed to undo the change, unless they were changed again. */
export interface BoardChange {
  before: LocalDraft[];
  /** `updated_at` as the change wrote it, by draft; null for a deleted draft. */
  after: Map<string, number | null>;
}

/** The drafts were changed since, here or in another tab: undoing would undo that too. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
}

/** One transaction on drafts and photos. `unsaved` names what a failure loses. */
export function changeBoardRows<T>(database: UserDatabase, work: () => PromiseLike<T>, unsaved: 'draft' | 'photo' = 'draft'): Promise<T> {
  return database.write(unsaved, [database.drafts, database.photos], work);
}

/** Inside `changeBoardRows`. */
export async function applyPlan(database: UserDatabase, { put, drop }: BoardPlan): Promise<BoardChange> {
  const ids = [...new Set([...put.map(({ id }) => id), ...drop])];
  const before = (await database.drafts.bulkGet(ids)).filter((draft) => draft !== undefined);
  const known = new Map(before.map((draft) => [draft.id, draft]));
  const after = new Map<string, number | null>(drop.map((id) => [id, null]));
  await database.drafts.bulkDelete(drop);
  for (const { id, values } of put) {
    // Strictly increasing, even within a millisecond: undo recognizes its own change by this time.
    const updated_at = Math.max(Date.now(), (known.get(id)?.updated_at ?? 0) + 1);
    after.set(id, updated_at);
    await database.drafts.put({
      id,
      observation_id: null,
      values: Object.fromEntries(Object.entries(values)),
      photo_ids: values.media.map((photo) => photo.id),
      updated_at,
    });
  }
  await releasePhotos(database, before, put);
  return { before, after };
}

/** Returns to the board the photos that leave a draft owning them, so that saving or discarding that draft leaves them alone. */
async function releasePhotos(database: UserDatabase, before: readonly LocalDraft[], put: BoardPlan['put']): Promise<void> {
  for (const { id } of before) {
    const stays = new Set(put.find((one) => one.id === id)?.values.media.map((photo) => photo.id));
    const owned = await database.photos.where('draft_id').equals(id).primaryKeys();
    for (const photo of owned) if (!stays.has(photo)) await changePhoto(database, photo, { draft_id: BOARD });
  }
}

/** Throws `ChangedSince` when the drafts are no longer as the change left them. */
export async function undoBoardChange(database: UserDatabase, { before, after }: BoardChange): Promise<void> {
  await changeBoardRows(database, async () => {
    const ids = [...after.keys()];
    const now = await database.drafts.bulkGet(ids);
    const isUntouched = ids.every((id, index) => (now[index]?.updated_at ?? null) === after.get(id));
    if (!isUntouched) throw new ChangedSince('The drafts on the board were changed since');
    const left = now.filter((draft) => draft !== undefined);
    await database.drafts.bulkDelete(ids);
    await database.drafts.bulkPut(before);
    const restored = before.map(({ id, values }) => ({ id, values: values as unknown as BoardValues }));
    await releasePhotos(database, left, restored);
  });
}

/** Inside `changeBoardRows`. */
export async function addBoardPhoto(database: UserDatabase, photo: LocalPhoto): Promise<void> {
  await database.photos.put({ ...photo, draft_id: BOARD });
}

/** Photos on the board other than `placed` that belong to no record. */
export async function unplacedPhotos(database: UserDatabase, placed: ReadonlySet<string>): Promise<LocalPhoto[]> {
  const ids = await database.photos.where('draft_id').equals(BOARD).primaryKeys();
  const photos = await database.photos.bulkGet(ids.filter((id) => !placed.has(id)));
  return photos.filter((photo): photo is LocalPhoto => photo?.observation_id === null);
}

/** Inside `changeBoardRows`: permanently deletes a draft and these photos. */
export async function deleteBoardDraft(database: UserDatabase, id: string, photoIds: readonly string[]): Promise<void> {
  await database.photos.bulkDelete([...photoIds]);
  await database.drafts.delete(id);
}

/**
 * The draft with this id, ready for the form. A draft on the photo board first takes ownership of its photos, which the board shares
 * until then, and stops being a proposal. Undefined when there is no such draft.
 */
export async function openDraft(database: UserDatabase, id: string): Promise<LocalDraft | undefined> {
  return changeBoardRows(database, async () => {
    const draft = await database.drafts.get(id);
    if (!draft?.values.batch) return draft;
    for (const photo of draft.photo_ids) {
      const row = await database.photos.get(photo);
      if (row && row.observation_id === null && row.draft_id !== id) await database.photos.put({ ...row, draft_id: id });
    }
    const opened: LocalDraft = { ...draft, values: { ...draft.values, batch: { ...draft.values.batch, proposal: null } } };
    await database.drafts.put(opened);
    return opened;
  });
}
