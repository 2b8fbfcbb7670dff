import {
  type BodyOf,
  deleteTileRequest,
  estimateTiles,
  getTileFile,
  getTileRequest,
  listTileRequests,
  putTileRequest,
  retryTileRequest,
  TAXON_GROUPS,
  TILE_LAYERS,
  type TileRequest,
} from '@veld/contract';
import { boxAround } from '@veld/geography';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { readFilePart } from '../../map-sources/archive.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { findMaxBytes, permittedPlan } from './access.ts';
import { coverableArea } from './area.ts';
import { fileName } from './build/build.ts';
import { estimate } from './build/estimate.ts';
import { workOff } from './build/queue.ts';
import { cleanUp, locateFolder, removeFolder } from './cleanup.ts';
import { HOUR_MS, waitFor } from './limits.ts';
import { presentDetails, presentRequest, presentSources } from './present.ts';
import { SourceFault } from './sources/reader.ts';
import { outdatedIn } from './sources/version.ts';
import {
  sumMapBytes,
  findRequest,
  insertAsk,
  insertRequest,
  type ListedRequest,
  listAsks,
  listUserRequests,
  lockAsks,
  removeRequest,
  restartRequest,
} from './store.ts';

/** The job that builds what people asked for. */
export const QUEUE = 'tile-requests';
/** Estimates plan thousands of tiles and read some of the map, perhaps from another server. Requests are planned too, also refused ones. */
const PLANS_PER_MINUTE = 20;

/** Offline maps (docs/offline-maps.md). Each is for the person alone who asked for it. */
export function registerTileRequests(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const access = loggedIn(context);
  const countEstimate = minuteLimit(PLANS_PER_MINUTE, context.now);
  // The limit applies to this alone, so the device may continue with other operations.
  const countPlan = minuteLimit(PLANS_PER_MINUTE, context.now, { scope: 'route' });

  serve(app, listTileRequests, access, async ({ caller }) => {
    const rows = await listUserRequests(db, caller.userId);
    const asks = await listAsks(db, caller.userId, new Date(context.now().getTime() - HOUR_MS));
    const offer = {
      sources: presentSources(config),
      max_bytes: findMaxBytes(config, caller),
      used_bytes: await sumMapBytes(db, caller.userId),
      requests_left: Math.max(0, config.LIMIT_TILE_REQUESTS - asks.length),
      requests_per_hour: config.LIMIT_TILE_REQUESTS,
    };
    const isOutdated = outdatedIn(config);
    return { data: await Promise.all(rows.map(async (row) => presentRequest(row, await isOutdated(row)))), offer };
  });

  serve(app, getTileRequest, access, async ({ params: { id }, caller }) => {
    const row = await ownRequest(id, caller);
    return { data: presentDetails(row, await outdatedIn(config)(row)) };
  });

  serve(
    app,
    putTileRequest,
    access,
    async ({ params: { id }, body, caller }) => {
      permittedPlan(config, body);
      await inTransaction(db, (tx) => ask(tx, id, body, caller));
      return { data: await present(id, caller) };
    },
    { limit: ({ userId }) => countPlan(userId) },
  );

  serve(
    app,
    estimateTiles,
    access,
    async ({ body, caller }) => {
      const plan = permittedPlan(config, body);
      try {
        const { userId, language } = caller;
        const reader = { userId, groups: body.record_groups ?? null, language };
        return { data: await estimate(context, plan, body.layers, reader) };
      } catch (error) {
        if (error instanceof SourceFault) throw new Fault('unavailable');
        throw error;
      }
    },
    { problems: ['too_many_requests'], limit: ({ userId }) => countEstimate(userId) },
  );

  serve(
    app,
    retryTileRequest,
    access,
    async ({ params: { id }, caller }) => {
      await inTransaction(db, async (tx) => {
        await lockAsks(tx, caller.userId);
        const row = await ownRequest(id, caller, tx);
        const isOver = row.state === 'failed' || row.state === 'expired' || (await outdatedIn(config)(row));
        if (!isOver) return;
        await countAsk(tx, caller);
        if (await restartRequest(tx, id, { from: [row.state], at: context.now() })) await context.jobs.send(QUEUE, {}, tx);
      });
      return { data: await present(id, caller) };
    },
    { problems: ['not_found', 'too_many_requests'] },
  );

  serve(app, deleteTileRequest, access, async ({ params: { id }, caller }) => {
    const row = await findRequest(db, id);
    if (row && row.user_id !== caller.userId) throw new Fault('not_found');
    await removeRequest(db, id);
    await removeFolder(context, id);
    return undefined;
  });

  serve(
    app,
    getTileFile,
    access,
    async ({ params: { id, layer }, caller, request, reply }) => {
      const row = await ownRequest(id, caller);
      const file = row.state === 'ready' ? row.files.find((one) => one.layer === layer) : undefined;
      if (!file) throw new Fault('not_found');
      const { range, 'if-range': ifRange } = request.headers;
      const path = join(locateFolder(context, id), fileName(layer));
      const part = await readFilePart(path, range, ifRange as string | undefined, file.sha256);
      void reply
        .code(part.status)
        .headers(part.headers)
        .header('cache-control', 'private, no-store')
        .type(getTileFile.replyType)
        .serializer(keepBytes);
      return reply.send(part.body ?? '');
    },
    { problems: ['not_found'] },
  );

  /** 404 for the request of somebody else, as for an unknown one. */
  async function ownRequest(id: string, { userId }: Caller, on: Tx | typeof db = db): Promise<ListedRequest> {
    const row = await findRequest(on, id);
    if (row?.user_id !== userId) throw new Fault('not_found');
    return row;
  }

  async function present(id: string, caller: Caller): Promise<TileRequest> {
    const row = await ownRequest(id, caller);
    return presentRequest(row, await outdatedIn(config)(row));
  }

  async function ask(tx: Tx, id: string, body: BodyOf<typeof putTileRequest>, caller: Caller): Promise<void> {
    const existing = await findRequest(tx, id);
    if (existing && existing.user_id !== caller.userId) throw new Fault('not_found');
    if (existing) return;
    await lockAsks(tx, caller.userId);
    // A simultaneous request may have stored it while this one waited for the lock.
    if (await findRequest(tx, id)) return;
    await countAsk(tx, caller);
    const { name, area, min_zoom, max_zoom, source_id } = body;
    const layers = TILE_LAYERS.filter((layer) => body.layers.includes(layer));
    const record_groups = body.record_groups ? TAXON_GROUPS.filter((group) => body.record_groups?.includes(group)) : null;
    const parts = { min_zoom, max_zoom, layers, record_groups, source_id };
    const row = { id, user_id: caller.userId, name: name.trim(), area: JSON.stringify(area), ...parts };
    const isNew = await insertRequest(tx, {
      ...row,
      ...boxAround(coverableArea(area)),
      language: caller.language,
      created_at: context.now(),
    });
    if (!isNew) throw new Fault('not_found');
    await context.jobs.send(QUEUE, {}, tx);
  }

  /** The limit applies to this alone, so the device may continue with other operations. */
  async function countAsk(tx: Tx, { userId }: Caller): Promise<void> {
    const now = context.now();
    const wait = waitFor(await listAsks(tx, userId, new Date(now.getTime() - HOUR_MS)), config.LIMIT_TILE_REQUESTS, now);
    if (wait > 0) throw new Fault('too_many_requests', { retryAfter: Math.ceil(wait / 1000), members: { scope: 'route' } });
    await insertAsk(tx, userId, now);
  }

  context.jobs.add({ name: QUEUE, cron: '* * * * *', isAtStart: true, timeLimit: 1800, run: () => workOff(context) });
  context.jobs.add({ name: 'tile-requests-daily', cron: '41 3 * * *', run: () => cleanUp(context) });
}
