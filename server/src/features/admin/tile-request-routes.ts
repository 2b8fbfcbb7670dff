import {
  type AdminAction,
  type AdminTileRequest,
  cancelTileRequest,
  listAdminTileRequests,
  purgeTileRequest,
  rerunTileRequest,
  shareTileRequest,
  type TileRequestState,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { onlyRow } from '../../db/rows.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { QUEUE } from '../tile-requests/asks.ts';
import { setShared } from '../tile-requests/build/shared.ts';
import { removeFolder } from '../tile-requests/cleanup.ts';
import { failAndTell } from '../tile-requests/notices.ts';
import { removeRequest, restartRequest, type TileRequestRow } from '../tile-requests/store.ts';

const isOf = (state: TileRequestState | undefined) => (state === undefined ? sql`true` : sql`t.state = ${state}`);

const PAGE = 50;

/** The offline maps of everybody. */
export function serveTileRequests(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listAdminTileRequests, access, async ({ query: { limit = PAGE, cursor, state } }) => {
    const rows = await listAllTileRequests(db, state, { after: readPosition('tile-requests', cursor), limit: limit + 1 });
    const page = presentPage(rows, limit, {
      list: 'tile-requests',
      positionOf: ({ position, id }) => [position, id],
      present: presentRequested,
    });
    return { ...page, total: await countTileRequests(db, state) };
  });

  serve(app, cancelTileRequest, access, async ({ params: { id }, caller }) => {
    await act(id, caller.userId, 'cancel_tile_request', (tx, owner) =>
      failAndTell(tx, { id, user_id: owner }, { reason: 'cancelled', at: context.now() }),
    );
    return undefined;
  });

  serve(app, rerunTileRequest, access, async ({ params: { id }, caller }) => {
    await act(id, caller.userId, 'retry_tile_request', async (tx) => {
      const isRestarted = await restartRequest(tx, id, { from: ['failed', 'expired'], at: context.now() });
      if (isRestarted) await context.jobs.send(QUEUE, {}, tx);
      return isRestarted;
    });
    return undefined;
  });

  serve(
    app,
    shareTileRequest,
    access,
    async ({ params: { id }, body: { is_shared }, caller }) => {
      await act(id, caller.userId, is_shared ? 'share_tile_request' : 'unshare_tile_request', async (tx) => {
        const change = await setShared(tx, id, is_shared ? context.now() : null);
        if (change === 'impossible') throw new Fault('conflict');
        return change === 'changed';
      });
      return undefined;
    },
    { problems: ['conflict'] },
  );

  serve(app, purgeTileRequest, access, async ({ params: { id }, caller }) => {
    await act(id, caller.userId, 'delete_tile_request', async (tx) => {
      await removeRequest(tx, id);
      return true;
    });
    await removeFolder(context, id);
    return undefined;
  });

  /** In one transaction with its entry in the log, which only what changed something has. */
  async function act(
    id: string,
    actorId: string,
    action: AdminAction,
    change: (tx: Tx, userId: string) => Promise<boolean>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const userId = await lockTileRequest(tx, id);
      if (userId === null) throw new Fault('not_found');
      if (await change(tx, userId)) await logAct(tx, { actorId, action, subject: ['user', userId] }, context.now());
    });
  }
}

/** Of the area only a box of whole degrees: the true one can say where somebody lives. */
function presentRequested(row: RequestedRow): AdminTileRequest {
  const { id, user_id, user_name, west, south, east, north, layers, record_groups, max_zoom, state, reason, tiles } = row;
  const { done_tiles, files, served } = row;
  return {
    id,
    user: user_name === null ? null : { id: user_id, name: user_name },
    box: { west: Math.floor(west), south: Math.floor(south), east: Math.ceil(east), north: Math.ceil(north) },
    layers,
    record_groups,
    max_zoom,
    state,
    reason,
    tiles,
    done_tiles,
    bytes: state === 'ready' ? files.reduce((sum, { bytes }) => sum + bytes, 0) : row.estimated_bytes,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    is_shared: row.shared_at !== null,
    served,
  };
}

interface RequestedRow extends TileRequestRow {
  user_name: string | null;
  /** The time as exactly as the database compares it. */
  position: string;
}

async function listAllTileRequests(
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

async function countTileRequests(db: Db, state: TileRequestState | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from tile_requests t where ${isOf(state)}`.execute(db);
  return onlyRow(rows).total;
}

/** Who asked for it, locked so that admins change it one after another; null if it does not exist. */
async function lockTileRequest(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('tile_requests').select('user_id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.user_id ?? null;
}
