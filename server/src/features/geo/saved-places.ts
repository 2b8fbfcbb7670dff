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

export async function removeSavedPlaces(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_places').where('user_id', '=', userId).execute();
}
