import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open.ts';

/*
 * Values of the server itself, by key: the epoch of the data, with which version of its rules something was computed, and how far a long
 * computation has come. Only this file writes their table.
 */

export async function findServerState(db: Db, key: string): Promise<string | undefined> {
  return (await db.selectFrom('server_state').select('value').where('key', '=', key).executeTakeFirst())?.value;
}

/** The value of a key as an expression of SQL; null if there is none. */
export const serverState = (key: string): RawBuilder<string | null> =>
  sql<string | null>`(select value from server_state where key = ${sql.lit(key)})`;

export async function setServerState(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('server_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((set) => ({ value: set.ref('excluded.value') })))
    .execute();
}

/** Sets the value of a key that has none; false if it has one. Of several at the same time, one succeeds. */
export async function addServerState(db: Db, key: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('server_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeServerState(db: Db, key: string): Promise<void> {
  await db.deleteFrom('server_state').where('key', '=', key).execute();
}
