import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

/** Resolves if the database responds. */
export async function findDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

export type AppVersionRow = Selectable<Tables['app_versions']>;

/** The announced versions of the app, in no order: there are few. */
export async function listAppVersionRows(db: Db): Promise<AppVersionRow[]> {
  return db.selectFrom('app_versions').selectAll().execute();
}

export interface PublicCounts {
  people: number;
  observations: number;
  species: number;
  /** Species and taxa below them. */
  taxa: number;
}

export type NewVersion = Pick<AppVersionRow, 'minimum_version' | 'level' | 'update_url' | 'created_at'> & { notes: string };

export async function upsertVersion(tx: Tx, { created_at, ...row }: NewVersion): Promise<AppVersionRow> {
  return tx
    .insertInto('app_versions')
    .values({ ...row, created_at })
    .onConflict((conflict) => conflict.column('minimum_version').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False if there is no such version. */
export async function removeVersion(tx: Tx, version: string): Promise<boolean> {
  const gone = await tx.deleteFrom('app_versions').where('minimum_version', '=', version).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
