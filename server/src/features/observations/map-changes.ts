import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';

/**
 * What the record `o` adds to the map (decision 0040), as columns of `map_changes`: from which UTC day others find it is the rule of
 * `IS_LISTED`. Accounts that will be erased are left out when a tile is read.
 */
export const MAP_ENTRY = sql`o.map_key, o.geoprivacy <> 'open' as is_obscured,
  case when o.geoprivacy = 'open' then '-infinity' else (o.created_at at time zone 'utc')::date + 1 end as shown_on`;

export const IS_ON_MAP = sql<boolean>`o.map_key is not null and o.deleted_at is null and not o.is_empty
  and o.hidden_by_moderator_at is null and not ${IS_ABSENCE}`;

/** Takes records off the map (-1) before they change or are deleted, or puts them on it (1) afterwards, in the same transaction. With
 * `userId`, only that person's. */
export async function insertMapChanges(tx: Tx, ids: readonly string[], records: 1 | -1, userId?: string): Promise<void> {
  // Locked, so that the job `map-records` does not count a record between the two.
  await sql`
    insert into map_changes (map_key, is_obscured, shown_on, records)
    select ${MAP_ENTRY}, ${sql.lit(records)}
    from (select * from observations where id = any(${[...ids]}::uuid[]) ${userId ? sql`and user_id = ${userId}` : sql``} for update) o
    where o.map_pending is null and ${IS_ON_MAP}
  `.execute(tx);
}

/** Takes a batch of the changes whose day has come. */
export const takeMapChanges = (today: RawBuilder<unknown>, limit: number) => sql`
  delete from map_changes where ctid = any(array(select ctid from map_changes where shown_on <= ${today} limit ${limit} for update skip locked))
  returning map_key, is_obscured, records`;

/** Puts a batch of records on the map that are older than it. False if there are none. */
export async function addToMap(db: Db, limit: number): Promise<boolean> {
  const { rows } = await sql`
    with o as (
      update observations set map_pending = null
      where id in (select id from observations where map_pending order by id limit ${limit} for update)
      returning *
    ), entries as (
      insert into map_changes (map_key, is_obscured, shown_on, records) select ${MAP_ENTRY}, 1 from o where ${IS_ON_MAP}
    )
    select 1 from o limit 1
  `.execute(db);
  return rows.length > 0;
}
