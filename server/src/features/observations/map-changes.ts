import { sql } from 'kysely';
import { IS_ABSENCE } from '../../db/absence.ts';
import type { Tx } from '../../db/open.ts';

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
