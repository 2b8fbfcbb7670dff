import type { TileRequestState } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { TileRequestRow } from '../tile-requests/store.ts';
import { onlyRow } from '../../db/only-row.ts';

export interface RequestedRow extends TileRequestRow {
  user_name: string | null;
  /** The time as exactly as the database compares it. */
  position: string;
}

const isOf = (state: TileRequestState | undefined) => (state === undefined ? sql`true` : sql`t.state = ${state}`);

export async function listAllTileRequests(
  db: Db,
  state: TileRequestState | undefined,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<RequestedRow[]> {
  const [at, id] = after ?? [];
  const position = after === null ? sql`true` : sql`(t.created_at, t.id) < (${at}::timestamptz, ${id}::uuid)`;
  const { rows } = await sql<RequestedRow>`
    select t.*, t.created_at::text as position,
      (select u.name from users u where u.id = t.user_id and u.deleted_at is null) as user_name
    from tile_requests t where ${isOf(state)} and ${position} order by t.created_at desc, t.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function countTileRequests(db: Db, state: TileRequestState | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from tile_requests t where ${isOf(state)}`.execute(db);
  return onlyRow(rows).total;
}

/** Who asked for it, locked so that admins change it one after another; null if it does not exist. */
export async function lockTileRequest(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('tile_requests').select('user_id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.user_id ?? null;
}
