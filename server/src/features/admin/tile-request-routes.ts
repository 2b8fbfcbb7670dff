import {
  type AdminAction,
  type AdminTileRequest,
  cancelTileRequest,
  listAdminTileRequests,
  purgeTileRequest,
  rerunTileRequest,
  shareTileRequest,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { removeFolder } from '../tile-requests/cleanup.ts';
import { failAndTell } from '../tile-requests/notices.ts';
import { QUEUE } from '../tile-requests/asks.ts';
import { setShared } from '../tile-requests/build/shared.ts';
import { removeRequest, restartRequest } from '../tile-requests/store.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { countTileRequests, lockTileRequest, listAllTileRequests, type RequestedRow } from './tile-request-store.ts';

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
