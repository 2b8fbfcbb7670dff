import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isPublicTo } from '../../db/visibility.ts';

export interface ShownRecord {
  user_id: string;
  /** Whether the caller must not learn when it was saved (decision 0016). */
  is_hidden: boolean;
}

/** A record of the caller, or a public one of others; undefined for one that the caller may not see. */
export async function findShown(db: Db | Tx, id: string, callerId: string): Promise<ShownRecord | undefined> {
  const { rows } = await sql<ShownRecord>`
    select o.user_id, o.geoprivacy <> 'open' and o.user_id <> ${callerId} as is_hidden
    from observations o join users u on u.id = o.user_id
    where o.id = ${id} and (${isPublicTo(callerId)} or (o.user_id = ${callerId} and o.deleted_at is null))
  `.execute(db);
  return rows[0];
}
