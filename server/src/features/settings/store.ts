import type { Db, Tx } from '../../db/open.ts';
import { sql } from 'kysely';
import type { SpeciesNote } from '@veld/contract';
import type { MergedTaxon } from '../../http/pieces.ts';

/** Ids of the taxa, the last added first. */
export async function listWanted(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('wanted_taxa')
    .select('taxon_id')
    .where('user_id', '=', userId)
    .orderBy('added_at', 'desc')
    .orderBy('taxon_id')
    .execute();
  return rows.map((row) => row.taxon_id);
}

export async function insertWanted(tx: Tx, userId: string, taxonId: number, now: Date): Promise<void> {
  await tx
    .insertInto('wanted_taxa')
    .values({ user_id: userId, taxon_id: taxonId, added_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeWanted(db: Db, userId: string, taxonId: number): Promise<void> {
  await db.deleteFrom('wanted_taxa').where('user_id', '=', userId).where('taxon_id', '=', taxonId).execute();
}

/**
 * The number of rows of a person, counted after their row is locked, so that simultaneous requests cannot exceed a limit. `for no key
 * update`, because a request that has added a row holds the foreign key's lock: two of them waiting for a stronger one would deadlock.
 */
export async function lockAndCount(tx: Tx, table: 'saved_places' | 'wanted_taxa' | 'species_notes', userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const row = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes the wanted species and the notes of a person. */
export async function removeSettings(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('wanted_taxa').where('user_id', '=', userId).execute();
  await db.deleteFrom('species_notes').where('user_id', '=', userId).execute();
}

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
