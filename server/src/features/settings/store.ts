import type { Db, Tx } from '../../db/open.ts';

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
