import { SpeciesNote } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { validElements } from '../../device/device-setting';
import { operations, SPECIES_NOTE_SUBJECT } from '../../outbox/operations';
import { enqueue } from '../../outbox/store';
import { changeList, sharedList } from './shared-list';

/** The person's private notes on species. */
export const speciesNoteList = sharedList<SpeciesNote>('species_notes', validElements(SpeciesNote), {
  subject: SPECIES_NOTE_SUBJECT,
  keyOf: ({ taxon_id }) => String(taxon_id),
  put: (database, { taxon_id, text }, now) =>
    enqueue(database, operations.putSpeciesNote, { params: { taxon_id: String(taxon_id) }, body: { text } }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteSpeciesNote, { params: { taxon_id: id } }, now),
});

/** The note on a taxon; null if there is none. */
export async function speciesNote(database: UserDatabase, taxonId: number): Promise<string | null> {
  const notes = await speciesNoteList.setting.read(database);
  return notes.find(({ taxon_id }) => taxon_id === taxonId)?.text ?? null;
}

/** Saves the note on a taxon; without text there is none. */
export function saveSpeciesNote(database: UserDatabase, taxonId: number, input: string): Promise<void> {
  const text = input.trim();
  const change = (before: SpeciesNote[]) => {
    if ((before.find(({ taxon_id }) => taxon_id === taxonId)?.text ?? '') === text) return before;
    const others = before.filter(({ taxon_id }) => taxon_id !== taxonId);
    return text === '' ? others : [{ taxon_id: taxonId, text }, ...others];
  };
  return changeList(database, speciesNoteList, change, Date.now());
}
