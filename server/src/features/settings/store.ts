import { type SavedPlace, vertexCount } from '@veld/contract';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

export type PlaceRow = Selectable<Tables['saved_places']>;

export async function listPlaces(db: Db, userId: string): Promise<PlaceRow[]> {
  return db.selectFrom('saved_places').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Adds a place or replaces it. Fields that are undefined stay as they were. */
export async function upsertPlace(tx: Tx, userId: string, { id, geometry, ...place }: SavedPlace): Promise<void> {
  const shape =
    geometry === undefined ? {} : { geometry: geometry && JSON.stringify(geometry), vertices: geometry ? vertexCount(geometry) : 0 };
  await tx
    .insertInto('saved_places')
    .values({ user_id: userId, id, ...place, ...shape })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ ...place, ...shape }))
    .execute();
}

/** The number of vertices of all shapes of a person. Called after `lockAndCount`, which locks their row. */
export async function countVertices(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('saved_places')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('vertices'), eb.val('0')).as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function removePlace(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('saved_places').where('user_id', '=', userId).where('id', '=', id).execute();
}

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

/** Deletes the places, the wanted species and the notes of a person. */
export async function removeSettingsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_places').where('user_id', '=', userId).execute();
  await db.deleteFrom('wanted_taxa').where('user_id', '=', userId).execute();
  await db.deleteFrom('species_notes').where('user_id', '=', userId).execute();
}
