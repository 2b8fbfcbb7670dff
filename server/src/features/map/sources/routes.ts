import { getMapArchive, getMapSources, type MapSource, pathFor } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../http/context.ts';
import { Fault } from '../../../http/fault.ts';
import { serve, keepBytes } from '../../../http/serve.ts';
import { readFilePart, readUrlPart, readArchiveVersion } from '../../../map-sources/archive.ts';
import { type OfferedSource, offeredSources } from '../../../map-sources/added/sources.ts';
import { maybeVisiting } from '../../accounts/access.ts';
import { tileLimit } from '../access.ts';

/** The operator's base maps (docs/base-map.md). */
export function registerMapSources(app: FastifyInstance, context: Context): void {
  const { config, log } = context;
  serve(app, getMapSources, maybeVisiting(context), async () => ({
    data: { sources: await Promise.all(offeredSources(config).map(presentSource)), disputed: config.MAP_DISPUTED },
  }));

  const countPart = tileLimit(context);
  serve(
    app,
    getMapArchive,
    maybeVisiting(context),
    async ({ params, query, caller, request, reply }) => {
      const source = offeredSources(config).find(({ id }) => id === params.id);
      if (source?.kind !== 'pmtiles') throw new Fault('not_found');
      countPart(caller, request);
      const { range } = request.headers;
      const ifRange = request.headers['if-range']?.toString();
      const read =
        source.file === undefined
          ? readUrlPart(source.url!, range, ifRange)
          : readFilePart(source.file, range, ifRange, source.added?.version);
      const part = await read.catch((error: Error) => {
        log.warn({ source: source.name, err: { message: error.message } }, 'map archive cannot be read');
        throw new Fault('unavailable');
      });
      const isCurrent = query.v !== undefined && part.headers.etag === `"${query.v}"`;
      void reply
        .code(part.status)
        .headers(part.headers)
        .header('cache-control', isCurrent ? 'private, max-age=31536000, immutable' : 'private, no-cache')
        .type(getMapArchive.replyType)
        .serializer(keepBytes);
      return reply.send(part.body ?? '');
    },
    { problems: ['not_found', 'too_many_requests'] },
  );
}

/** Leaves out what is for the server alone: paths, and addresses that can hold a signature. */
async function presentSource(source: OfferedSource): Promise<MapSource> {
  const { id, name, min_zoom } = source;
  const common = { id, name, min_zoom, attribution: source.attribution ?? null, attribution_url: source.attribution_url ?? null };
  switch (source.kind) {
    case 'raster':
      return { ...common, kind: source.kind, max_zoom: source.max_zoom, tiles: source.tiles, tile_size: source.tile_size };
    case 'vector':
      return { ...common, kind: source.kind, max_zoom: source.max_zoom, tiles: source.tiles, schema: source.schema };
    case 'pmtiles':
      return {
        ...common,
        kind: source.kind,
        max_zoom: null,
        archive: await archiveAddress(source),
        schema: source.schema,
        ...joinedPart(source),
      };
    case 'style':
      return { ...common, kind: source.kind, max_zoom: null, url: source.url };
  }
}

/** Pictures are chosen, because nothing could be seen of the map below them. */
function joinedPart({ added }: OfferedSource): Pick<MapSource & { kind: 'pmtiles' }, 'joined' | 'tile_size'> {
  if (!added) return {};
  if (added.kind === 'raster') return { tile_size: added.tile_size };
  const { encoding, coverage, tile_size } = added;
  return { tile_size, joined: { as: added.kind === 'terrain' ? 'shading' : 'map', encoding, coverage } };
}

/** With the version of a file, so that browsers keep its ranges. */
async function archiveAddress({ id, file, added }: OfferedSource & { kind: 'pmtiles' }): Promise<string> {
  const path = pathFor(getMapArchive, { id });
  const version = added?.version ?? (file === undefined ? null : await readArchiveVersion(file).catch(() => null));
  return version === null ? path : `${path}?v=${version}`;
}
