import type { ChunkedFile, TileRequest } from '@veld/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { onlyRow } from '../../db/rows.ts';

export type TileRequestRow = Selectable<Tables['tile_requests']>;
export type ListedRequest = TileRequestRow & { place_in_queue: number | null };

const MAX_LISTED = 200;

const WAITS = sql`state in ('estimating', 'queued', 'building')`;
/** The columns of the request `t`, and how many are before it in the queue, plus one. */
const LISTED = sql`t.*, case when t.state = 'queued' then (
  select count(*)::integer from tile_requests q where ${WAITS} and (q.queued_at, q.id) <= (t.queued_at, t.id)
) end as place_in_queue`;

export async function listUserRequests(db: Db, userId: string): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select ${LISTED} from tile_requests t where t.user_id = ${userId} order by t.created_at desc, t.id limit ${MAX_LISTED}
  `.execute(db);
  return rows;
}

export async function findRequest(db: Db | Tx, id: string): Promise<ListedRequest | undefined> {
  const { rows } = await sql<ListedRequest>`select ${LISTED} from tile_requests t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** The bytes of a person's offline maps that are built or wait, except one. */
export async function sumMapBytes(db: Db, userId: string, exceptId?: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(case when state = 'ready' then (select sum((f ->> 'bytes')::bigint) from jsonb_array_elements(files) f)
      else estimated_bytes end), 0)::bigint as bytes
    from tile_requests where user_id = ${userId} and state in ('queued', 'building', 'ready') and id is distinct from ${exceptId ?? null}::uuid
  `.execute(db);
  return onlyRow(rows).bytes;
}

/** When a person asked for offline maps since a time, oldest first. */
export async function listAsks(db: Db | Tx, userId: string, since: Date): Promise<Date[]> {
  const asks = await db
    .selectFrom('tile_request_asks')
    .select('asked_at')
    .where('user_id', '=', userId)
    .where('asked_at', '>', since)
    .orderBy('asked_at')
    .execute();
  return asks.map(({ asked_at }) => asked_at);
}

/** Locks a person's row, so that simultaneous requests are counted one after another. */
export async function lockAsks(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export async function insertAsk(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.insertInto('tile_request_asks').values({ user_id: userId, asked_at: at }).execute();
}

export type NewTileRequest = Pick<
  TileRequestRow,
  | 'id'
  | 'user_id'
  | 'name'
  | 'west'
  | 'south'
  | 'east'
  | 'north'
  | 'min_zoom'
  | 'max_zoom'
  | 'layers'
  | 'record_groups'
  | 'source_id'
  | 'language'
  | 'created_at'
> & { area: string };

/** False if the id exists already. */
export async function insertRequest(tx: Tx, row: NewTileRequest): Promise<boolean> {
  const made = await tx
    .insertInto('tile_requests')
    .values({ ...row, state: 'estimating', queued_at: row.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

/** Puts a request at the end of the queue. False if it is in another state than those. */
export async function restartRequest(
  tx: Tx,
  id: string,
  { from, at }: { from: readonly TileRequestRow['state'][]; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tile_requests')
    .set({ state: 'estimating', reason: null, tiles: null, estimated_bytes: null, done_tiles: 0, files: '[]', failures: 0 })
    .set({ queued_at: at, busy_until: null, ready_at: null, expires_at: null, source_version: null })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeRequest(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('tile_requests').where('id', '=', id).execute();
}

export type QueuedRequest = TileRequestRow & { roles: string[]; is_pro: boolean };

/** Takes the next request in the queue that nobody works on; it is the caller's until `busyUntil`. */
export async function claimNext(db: Db, now: Date, busyUntil: Date): Promise<QueuedRequest | undefined> {
  const { rows } = await sql<QueuedRequest>`
    update tile_requests t set busy_until = ${busyUntil} from users u
    where u.id = t.user_id and t.id = (
      select id from tile_requests where ${WAITS} and (busy_until is null or busy_until <= ${now})
      order by queued_at, id limit 1 for update skip locked
    ) returning t.*, u.roles, u.is_pro
  `.execute(db);
  return rows[0];
}

type Progress = Partial<
  Pick<
    TileRequestRow,
    'state' | 'tiles' | 'estimated_bytes' | 'source_version' | 'done_tiles' | 'failures' | 'busy_until' | 'ready_at' | 'expires_at'
  >
>;

/** Saves what became of a request. False if it was deleted or cancelled meanwhile. */
export async function saveProgress(db: Db | Tx, id: string, change: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tile_requests')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['estimating', 'queued', 'building'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** As `saveProgress`, with a file that is finished. */
export async function addFile(db: Db, id: string, file: ChunkedFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tile_requests set files = files || ${JSON.stringify([file])}::jsonb where id = ${id} and state = 'building'
  `.execute(db);
  return numAffectedRows === 1n;
}

/** False if it does not wait any more. */
export async function failRequest(db: Db | Tx, id: string, reason: NonNullable<TileRequest['reason']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tile_requests')
    .set({ state: 'failed', reason, files: '[]', busy_until: null })
    .where('id', '=', id)
    .where('state', 'in', ['estimating', 'queued', 'building'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
