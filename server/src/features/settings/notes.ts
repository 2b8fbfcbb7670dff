import { sql } from 'kysely';
import type { SpeciesNote } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import type { MergedTaxon } from '../../http/pieces.ts';

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

/** Moves private notes to the successors of merged taxa, after what the person wrote about those. */
export async function mergeNotes(tx: Tx, merged: readonly MergedTaxon[]): Promise<void> {
  await sql`
    with moved as (
      delete from species_notes n
      using unnest(${merged.map((one) => one.from)}::int[], ${merged.map((one) => one.to)}::int[]) as pair (old_id, new_id)
      where n.taxon_id = pair.old_id returning n.user_id, n.taxon_id, pair.new_id, n.text
    )
    insert into species_notes (user_id, taxon_id, text)
    select user_id, new_id, string_agg(text, E'\n\n' order by taxon_id) from moved group by user_id, new_id
    on conflict (user_id, taxon_id) do update set text = species_notes.text || E'\n\n' || excluded.text
  `.execute(tx);
}
