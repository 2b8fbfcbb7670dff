import {
  deleteTileRequest,
  estimateTiles,
  getTileFile,
  getTileRequest,
  listTileRequests,
  putTileRequest,
  retryTileRequest,
  type TileOffer,
  type TileRequest,
  type TileRequestDetails,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { readFilePart } from '../../map-sources/archive.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { findMaxBytes, permittedPlan } from './access.ts';
import { askAgain, askForTiles, QUEUE, requireOwn, HOUR_MS } from './asks.ts';
import { fileName } from './build/build.ts';
import { estimate } from './build/estimate.ts';
import { workOff } from './build/queue.ts';
import { cleanUp, locateFolder, removeFolder } from './cleanup.ts';
import { SourceFault } from './sources/reader.ts';
import { outdatedIn } from './sources/version.ts';
import { sumMapBytes, findRequest, listAsks, listUserRequests, removeRequest, type ListedRequest } from './store.ts';
import type { Config } from '../../config.ts';
import { storableSources } from './sources/storable.ts';

/** Estimates plan thousands of tiles and read some of the map, perhaps from another server. Requests are planned too, also refused ones. */
const PLANS_PER_MINUTE = 20;

/** Offline maps (docs/offline-maps.md). Only the person who asked for one gets it. */
export function registerTileRequests(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const access = loggedIn(context);
  const countEstimate = minuteLimit(PLANS_PER_MINUTE, context.now);
  // Only this route is limited, so the device may continue with other operations.
  const countPlan = minuteLimit(PLANS_PER_MINUTE, context.now, { scope: 'route' });

  serve(app, listTileRequests, access, async ({ caller }) => {
    const rows = await listUserRequests(db, caller.userId);
    const isOutdated = outdatedIn(config);
    const data = await Promise.all(rows.map(async (row) => presentRequest(row, await isOutdated(row))));
    return { data, offer: await offerTo(context, caller) };
  });

  serve(app, getTileRequest, access, async ({ params: { id }, caller }) => {
    const row = await requireOwn(db, id, caller);
    return { data: presentDetails(row, await outdatedIn(config)(row)) };
  });

  serve(
    app,
    putTileRequest,
    access,
    async ({ params: { id }, body, caller }) => {
      permittedPlan(config, body);
      await inTransaction(db, (tx) => askForTiles(context, tx, { id, body, caller }));
      return { data: await present(context, id, caller) };
    },
    { limit: ({ userId }) => countPlan(userId) },
  );

  serve(
    app,
    estimateTiles,
    access,
    async ({ body, caller: { userId, language } }) => {
      const plan = permittedPlan(config, body);
      try {
        return { data: await estimate(context, plan, body.layers, { userId, groups: body.record_groups ?? null, language }) };
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
      await inTransaction(db, (tx) => askAgain(context, tx, id, caller));
      return { data: await present(context, id, caller) };
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
      const row = await requireOwn(db, id, caller);
      const file = row.state === 'ready' ? row.files.find((one) => one.layer === layer) : undefined;
      if (!file) throw new Fault('not_found');
      const { range } = request.headers;
      const ifRange = request.headers['if-range']?.toString();
      const path = join(locateFolder(context, id), fileName(layer));
      const part = await readFilePart(path, range, ifRange, file.sha256);
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

  context.jobs.add({ name: QUEUE, cron: '* * * * *', isAtStart: true, timeLimit: 1800, run: () => workOff(context) });
  context.jobs.add({ name: 'tile-requests-daily', cron: '41 3 * * *', run: () => cleanUp(context) });
}

/** What the caller may ask for, and how much of it is left. */
async function offerTo({ db, config, now }: Context, caller: Caller): Promise<TileOffer> {
  const asks = await listAsks(db, caller.userId, new Date(now().getTime() - HOUR_MS));
  return {
    sources: presentSources(config),
    max_bytes: findMaxBytes(config, caller),
    used_bytes: await sumMapBytes(db, caller.userId),
    requests_left: Math.max(0, config.LIMIT_TILE_REQUESTS - asks.length),
    requests_per_hour: config.LIMIT_TILE_REQUESTS,
  };
}

async function present({ db, config }: Context, id: string, caller: Caller): Promise<TileRequest> {
  const row = await requireOwn(db, id, caller);
  return presentRequest(row, await outdatedIn(config)(row));
}

/** A request for the person who made it. */
function presentRequest(row: ListedRequest, is_outdated: boolean): TileRequest {
  const { id, name, west, south, east, north, min_zoom, max_zoom, layers, source_id, state, reason, tiles, done_tiles, place_in_queue } =
    row;
  const files = state === 'ready' ? row.files.map(({ layer, bytes, sha256 }) => ({ layer, bytes, sha256 })) : [];
  return {
    id,
    name,
    area_kind: row.area.kind,
    box: { west, south, east, north },
    min_zoom,
    max_zoom,
    layers,
    record_groups: row.record_groups,
    source_id,
    state,
    reason,
    place_in_queue,
    tiles,
    done_tiles,
    bytes: state === 'ready' ? files.reduce((sum, { bytes }) => sum + bytes, 0) : row.estimated_bytes,
    files,
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    is_outdated,
  };
}

function presentDetails(row: ListedRequest, isOutdated: boolean): TileRequestDetails {
  return { ...presentRequest(row, isOutdated), files: row.state === 'ready' ? row.files : [] };
}

function presentSources(config: Config): TileOffer['sources'] {
  return storableSources(config).map(({ id, name, attribution, max_zoom, max_tiles }) => ({ id, name, attribution, max_zoom, max_tiles }));
}
