import type { UserDatabase } from '../../../local/db/database';
import { changePhoto } from '../../../local/records/photos';
import type { LocalDraft } from '../../../local/db/rows';
import type { FormValues } from '../../recording/form-values';
import { zoneTable } from '../../geo/time-zone';
import type { ZoneOf } from './board-values';
import { BOARD, type Board, boardOf } from './board';

/** What is to become of records on the board. */
export interface Plan {
  put: { id: string; values: FormValues }[];
  drop: string[];
}

/** What a change was made from and what it left, so that it can be taken back as long as nothing came after it. */
export interface Change {
  before: LocalDraft[];
  /** When each record was written by it; null for one that it ended. */
  after: Map<string, number | null>;
}

/** The records were changed since, here or in another tab: taking back would undo that too. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
}

/**
 * Changes the board as the disk has it then, in one transaction. `plan` must not wait for anything; null where there is
 * nothing to do.
 */
export async function changeBoard(database: UserDatabase, plan: (board: Board, zoneOf: ZoneOf) => Plan | null): Promise<Change | null> {
  const zoneOf = await zoneTable();
  return database.write('draft', [database.drafts, database.photos], async () => {
    const wanted = plan(await boardOf(database), zoneOf);
    return wanted && apply(database, wanted);
  });
}

/** Within a transaction. */
export async function apply(database: UserDatabase, { put, drop }: Plan): Promise<Change> {
  const ids = [...new Set([...put.map(({ id }) => id), ...drop])];
  const before = (await database.drafts.bulkGet(ids)).filter((draft) => draft !== undefined);
  const known = new Map(before.map((draft) => [draft.id, draft]));
  const after = new Map<string, number | null>(drop.map((id) => [id, null]));
  for (const id of drop) await database.drafts.delete(id);
  for (const { id, values } of put) {
    // Later than what it replaces, also within a millisecond: that is how a change knows its own work again.
    const updated_at = Math.max(Date.now(), (known.get(id)?.updated_at ?? 0) + 1);
    after.set(id, updated_at);
    await database.drafts.put({
      id,
      observation_id: null,
      values: { ...values },
      photo_ids: values.media.map((photo) => photo.id),
      updated_at,
    });
  }
  await freePhotos(database, before, put);
  return { before, after };
}

/** Photos that a draft has for its own and that leave it: saving or discarding that draft must not take them along. */
async function freePhotos(database: UserDatabase, before: readonly LocalDraft[], put: Plan['put']): Promise<void> {
  for (const { id } of before) {
    const stays = new Set(put.find((one) => one.id === id)?.values.media.map((photo) => photo.id));
    const owned = await database.photos.where('draft_id').equals(id).primaryKeys();
    for (const photo of owned) if (!stays.has(photo)) await changePhoto(database, photo, { draft_id: BOARD });
  }
}

/** Takes a change back. Throws `ChangedSince` where its records are not as it left them. */
export async function takeBackChange(database: UserDatabase, { before, after }: Change): Promise<void> {
  await database.write('draft', [database.drafts, database.photos], async () => {
    const ids = [...after.keys()];
    const now = await database.drafts.bulkGet(ids);
    const isOwn = ids.every((id, index) => (now[index]?.updated_at ?? null) === after.get(id));
    if (!isOwn) throw new ChangedSince('The records on the board were changed since');
    const left = now.filter((draft) => draft !== undefined);
    await database.drafts.bulkDelete(ids);
    await database.drafts.bulkPut(before);
    await freePhotos(
      database,
      left,
      before.map(({ id, values }) => ({ id, values: values as unknown as FormValues })),
    );
  });
}
