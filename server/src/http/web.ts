import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord, MAX_MEDIA_BYTES } from '@veld/contract';
import type { Config } from '../config.ts';
import { sendProblem, sendUnknown } from './errors.ts';

/**
 * Serves the web app: its built files, which are cached indefinitely if their names contain a hash, embed.html for embeds, and
 * index.html for all other page paths. Without a build only the API is available.
 */
export async function serveWeb(
  app: FastifyInstance,
  config: Config,
  frameAncestors: (path: string, key: string | undefined) => Promise<string[] | null>,
  /** An element for the head of the page of an embed. */
  headOf: (request: FastifyRequest) => string = () => '',
): Promise<void> {
  const { WEB_DIR: folder } = config;
  if (!config.WEB_DIR) {
    app.setNotFoundHandler(sendUnknown);
    return;
  }
  serveMapRanges(app);
  const assets = join(config.WEB_DIR, 'assets');
  await app.register(fastifyStatic, { root: config.WEB_DIR, index: false, wildcard: false, globIgnore: ['assets/**'], setHeaders });
  // One route for all files whose names contain a hash. A route for each would take most of the time in which the server starts.
  await app.register(fastifyStatic, {
    root: assets,
    prefix: ASSETS,
    index: false,
    decorateReply: false,
    dotfiles: 'ignore',
    setHeaders,
  });
  redirectMissedShares(app);
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A file that does not exist.
    if (isRead && path.startsWith(ASSETS)) return sendProblem(request, reply, 'not_found');
    const isPage = isRead && !RESERVED.test(path) && !/\.[a-z0-9]+$/i.test(path);
    if (!isPage) return sendUnknown(request, reply);
    const { key } = isRecord(request.query) ? request.query : {};
    // The key decides who may frame the page. Of two, the page could read the other one.
    if (EMBED.test(path) && Array.isArray(key)) return sendProblem(request, reply, 'malformed');
    void reply.header('cache-control', 'no-cache');
    if (!EMBED.test(path)) return reply.sendFile('index.html');
    const ancestors = await frameAncestors(path, typeof key === 'string' ? key : undefined);
    if (ancestors === null) return allowFrames(reply, ancestors).sendFile('embed.html');
    const page = await readFile(join(folder!, 'embed.html'), 'utf8');
    return allowFrames(reply, ancestors)
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', () => `${headOf(request)}</head>`));
  });
}

/** Where the files with hashed names are. */
const ASSETS = '/assets/';

function setHeaders(reply: { header: (name: string, value: string) => unknown }, path: string): void {
  const isHashed = /[\\/]assets[\\/]/.test(path);
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (!isHashed || !MAP_ARCHIVE.test(path)) return;
  reply.header('etag', etagOf(path));
  reply.header('content-type', 'application/vnd.pmtiles');
}

/** The page that other websites embed. The app is never shown in a frame. */
const EMBED = /^\/embed\/?$/i;

/**
 * Lets these origins frame the response, and Veld itself, whose settings preview it. Any origin may if the list is empty, or null for
 * an unknown key: the page then has one sentence, which the browser would otherwise replace by an error of its own.
 */
function allowFrames(reply: FastifyReply, origins: string[] | null): FastifyReply {
  const ancestors = origins && origins.length > 0 ? `'self' ${origins.join(' ')}` : '*';
  const policy = String(reply.getHeader('content-security-policy')).replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`);
  return reply.header('content-security-policy', policy).removeHeader('x-frame-options');
}

const MAP_ARCHIVE = /\.pmtiles$/;
/** A strong validator, which ranges need: the hash in the name. The static files' own is weak. */
const etagOf = (path: string) => `"${basename(path, '.pmtiles')}"`;

/**
 * Map archives are read by range. Browsers keep the ranges and name their version in `If-Range` when they ask for more; the static
 * files know only their own weak validator, and would send the whole archive each time. The type keeps the archives from being
 * compressed, which would change the meaning of a range.
 */
function serveMapRanges(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const range = request.headers['if-range'];
    if (range !== undefined) {
      const [path = ''] = request.url.split('?');
      if (MAP_ARCHIVE.test(path) && range === etagOf(path)) delete request.raw.headers['if-range'];
    }
    done();
  });
}

/**
 * Paths that are never a page: the API in any case, versions of an API, and well-known files. A client that
 * asks for one expects an error, not the web app with status 200.
 */
const RESERVED = /^\/(api|v\d+|metrics|\.well-known)(\/|$)/i;

/** The share target in the app's manifest. It is a page, not a route of the API, and so not in the contract. */
const SHARE_TARGET = '/observe/photos';
/** Limit in bytes of a share, which is read and discarded before the response. */
const MAX_SHARE_BYTES = 4 * MAX_MEDIA_BYTES;

/**
 * Redirects photos from a phone's share sheet to a page that asks to share them again. Normally the service worker receives shared
 * photos on the device; without one they reach the server, which cannot store them because the request has no session.
 */
function redirectMissedShares(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // A browser reads the response only after it has sent the whole body. Beyond the limit the connection is closed.
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      let bytes = 0;
      payload.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_SHARE_BYTES) payload.destroy();
      });
      payload.once('end', () => parsed(null));
      payload.once('error', (error) => parsed(error));
    });
    scope.post(SHARE_TARGET, { schema: { hide: true }, bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, reply) =>
      reply.redirect(`${SHARE_TARGET}?share=missed`, 303),
    );
    done();
  });
}
