import { type OpenPlace, type SavedPlace, vertexCount } from '@veld/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { removeOpenPlace } from './public-places.ts';

export type PlaceRow = Selectable<Tables['saved_places']>;

/** A saved place, and what makes it public. */
export interface ListedPlaceRow extends PlaceRow {
  open_to_all: OpenPlace | null;
}

export async function listPlaces(db: Db, userId: string): Promise<ListedPlaceRow[]> {
  const { rows } = await sql<ListedPlaceRow>`
    select s.*, case when p.id is not null then json_build_object('id', p.id, 'kind', p.kind, 'text', p.text) end as open_to_all
    from saved_places s left join public_places p on p.owner_id = s.user_id and p.saved_place_id = s.id
    where s.user_id = ${userId} order by s.id`.execute(db);
  return rows;
}

/** Adds a place or replaces it. Fields that are undefined stay as they were. */
export async function upsertPlace(tx: Tx, userId: string, { id, geometry, ...place }: Omit<SavedPlace, 'open_to_all'>): Promise<void> {
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
  await removeOpenPlace(tx, userId, id);
  await tx.deleteFrom('saved_places').where('user_id', '=', userId).where('id', '=', id).execute();
}

export async function removeSavedPlaces(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_places').where('user_id', '=', userId).execute();
}
