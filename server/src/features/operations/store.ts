import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Tables } from '../../db/schema.ts';

/** Whether the database takes writes: false of a standby, and where the default is to refuse them. Throws if it does not respond. */
export async function isWritable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as can
  `.execute(db);
  return onlyRow(rows).can;
}

interface DatabaseFigures {
  jobs: { queue: string; state: string; count: number }[];
  photos: PhotoStates;
  /** Null on a standby. */
  log_bytes: number | null;
}

/** How many photos are not rendered. */
export interface PhotoStates {
  waiting: number;
  failed: number;
}

/** What the metrics show of the database, in one statement. Jobs that are done are left out. */
export async function findDatabaseFigures(db: Db, photoStates: RawBuilder<PhotoStates>): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select
      coalesce((select json_agg(q) from (
        select name as queue, state::text, count(*) from jobs.job
        where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%' group by name, state
      ) q), '[]'::json) as jobs,
      ${photoStates} as photos,
      case when not pg_is_in_recovery() then (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 end as log_bytes
  `.execute(db);
  return onlyRow(rows);
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
