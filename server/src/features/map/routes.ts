import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { getMapTile } from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { contentTag, hasTag } from '../../http/etag.ts';
import { isVisitor, maybeVisiting } from '../accounts/access.ts';
import { type FindProjectRecords, requirePerson, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { keepForAMinute, tileLimit } from './access.ts';
import { registerPyramid } from './pyramid.ts';
import { effortTile, ownTile, publicTile } from './tile.ts';
import { registerMapTotals } from './totals.ts';

/** Limit of the cache of compressed tiles, in bytes. */
const CACHE_BYTES = 16_000_000;

export interface MapNeeds {
  projectRecords: FindProjectRecords;
}

/** Records on the map. */
export function registerMap(app: FastifyInstance, context: Context, { projectRecords }: MapNeeds): void {
  registerPyramid(context);
  const countTile = tileLimit(context);
  registerMapTotals(app, context, { countTile, projectRecords });
  const sendTile = tileSender();

  serve(
    app,
    getMapTile,
    maybeVisiting(context),
    async ({ params: tile, query, caller, request, reply }) => {
      if (Math.max(tile.x, tile.y) >= 2 ** tile.z) throw new Fault('not_found');
      requirePerson(caller, query);
      countTile(caller, request);
      const isMine = query.mine === '1';
      const filter = await resolveRecordFilter(context, isMine ? { ...query, user_id: caller.userId } : query, caller, projectRecords);
      // The true places are for the caller alone; the caller's device asks for them again each time.
      if (isMine) void reply.header('cache-control', 'private, no-cache');
      else keepForAMinute(caller, reply);
      const isEffort = query.layer === 'effort';
      const bytes =
        isMine && !isVisitor(caller)
          ? await ownTile(context, tile, caller.userId, filter, isEffort)
          : await (isEffort ? effortTile : publicTile)(context, tile, filter);
      return sendTile(request, reply, bytes);
    },
    { isConditional: true, problems: ['not_found', 'too_many_requests'] },
  );
}

/** Sends tiles with an ETag of their content, each content compressed once. */
function tileSender(): (request: FastifyRequest, reply: FastifyReply, tile: Uint8Array) => Promise<FastifyReply> {
  const compressed = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length });
  return async (request, reply, tile) => {
    const etag = `"${contentTag(tile)}"`;
    void reply.header('etag', etag).header('vary', 'authorization, accept-encoding');
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    void reply.type(getMapTile.replyType).serializer(keepBytes);
    const encodings = new Negotiator({ headers: { 'accept-encoding': request.headers['accept-encoding'] ?? '' } });
    if (encodings.encoding(['gzip', 'identity']) !== 'gzip') return reply.send(Buffer.from(tile));
    let bytes = compressed.get(etag);
    if (!bytes) {
      bytes = await promisify(gzip)(tile, { level: constants.Z_BEST_SPEED });
      compressed.set(etag, bytes);
    }
    return reply.header('content-encoding', 'gzip').send(bytes);
  };
}
