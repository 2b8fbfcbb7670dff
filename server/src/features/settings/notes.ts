import type { SpeciesNote } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';

export async function listNotes(db: Db, userId: string): Promise<SpeciesNote[]> {
  return db.selectFrom('species_notes').select(['taxon_id', 'text']).where('user_id', '=', userId).orderBy('taxon_id').execute();
}

/** Adds the note of a person on a taxon or replaces it. */
export async function upsertNote(tx: Tx, userId: string, { taxon_id, text }: SpeciesNote): Promise<void> {
  await tx
    .insertInto('species_notes')
    .values({ user_id: userId, taxon_id, text })
    .onConflict((conflict) => conflict.columns(['user_id', 'taxon_id']).doUpdateSet({ text }))
    .execute();
}

export async function removeNote(db: Db, userId: string, taxonId: number): Promise<void> {
  await db.deleteFrom('species_notes').where('user_id', '=', userId).where('taxon_id', '=', taxonId).execute();
}
