import type { UserDatabase } from '../../local/db/database';
import type { LocalDraft } from '../../local/db/rows';

/**
 * The draft with this id, ready for the form. A draft on the photo board first takes ownership of its photos, which the board shares
 * until then, and stops being a proposal. Undefined when there is no such draft.
 */
export async function openDraft(database: UserDatabase, id: string): Promise<LocalDraft | undefined> {
  return database.write('draft', [database.drafts, database.photos], async () => {
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
