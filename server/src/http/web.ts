import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { MAX_MEDIA_BYTES } from '@veld/contract';
import type { Config } from '../config.ts';
import { sendProblem } from './errors.ts';

/**
 * The web app: built files, cached for ever if their name contains a hash; every other path returns the page. Without a build only
 * the API answers.
 */
export async function serveWeb(
  app: FastifyInstance,
  config: Config,
  frameAncestors: (path: string, key: string | undefined) => Promise<string[] | null>,
): Promise<void> {
  if (!config.WEB_DIR) {
    app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found'));
    return;
  }
  await app.register(fastifyStatic, {
    root: config.WEB_DIR,
    index: false,
    wildcard: false,
    setHeaders(reply, path) {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  takeMissedShares(app);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api') &&
      path !== '/metrics' &&
      !/\.[a-z0-9]+$/i.test(path);
    if (!isPage) return sendProblem(request, reply, 'not_found');
    if (path === '/embed') {
      const ancestors = await frameAncestors(path, (request.query as { key?: string }).key);
      if (ancestors) {
        const policy = String(reply.getHeader('content-security-policy') ?? '').replace(
          /frame-ancestors [^;]*/,
          `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : '*'}`,
        );
        void reply.header('content-security-policy', policy).removeHeader('x-frame-options');
      }
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/** As in the app's manifest. It is the address of a page, and therefore not in the contract. */
const BOARD = '/observe/photos';
/** Bytes of a share that are read and discarded before the response. */
const MOST_MISSED_BYTES = 4 * MAX_MEDIA_BYTES;

/**
 * The service worker receives photos from a phone's share sheet, on the device. Without a service worker they arrive here, and the
 * app asks to share them again: without a session nothing may be stored on the server.
 */
function takeMissedShares(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // A browser reads the response only after it has sent everything; beyond the limit the connection is closed.
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      let bytes = 0;
      payload.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_MISSED_BYTES) payload.destroy();
      });
      payload.once('end', () => parsed(null));
      payload.once('error', (error) => parsed(error));
    });
    scope.post(BOARD, { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, reply) => reply.redirect(`${BOARD}?share=missed`, 303));
    done();
  });
}
