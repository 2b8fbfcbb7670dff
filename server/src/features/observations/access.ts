import { Fault, invalid } from '../../http/fault.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isPublicTo } from '../../db/visibility.ts';

/** The state of a record that a write depends on. */
export interface RecordState {
  user_id: string;
  version: number;
  is_deleted: boolean;
}

/** Requires that the user owns the record; otherwise 404, as for a record that does not exist. */
export function requireOwner(state: RecordState | undefined, userId: string): RecordState {
  if (!state || state.user_id !== userId) throw new Fault('not_found');
  return state;
}

/** The version that a save is based on, from `If-Match` (`"3"`, `3` or `W/"3"`). Null without the header, for a new record. */
export function parseBaseVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim());
  if (!match) throw invalid('if-match', 'invalid');
  return Number(match[1]);
}

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
