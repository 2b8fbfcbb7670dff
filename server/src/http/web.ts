import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { MAX_MEDIA_BYTES } from '@veld/contract';
import type { Config } from '../config.ts';
import { sendProblem } from './errors.ts';

/**
 * The web app: built files, kept for ever where their name carries a hash; every other path gets the page itself. Where the
 * app is not built only the API answers.
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

/** As the app's manifest names it; a page's address, so it is no call of the contract. */
const BOARD = '/observe/photos';
/** Of what is shared so much is let in, and thrown away, before the answer. */
const MOST_MISSED_BYTES = 4 * MAX_MEDIA_BYTES;

/**
 * Photos from a phone's share sheet are taken by the service worker, on the device. Where there is none yet they come here, and the
 * app that opens says to share them again: nobody may leave photos on the server without a session.
 */
function takeMissedShares(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // A browser hears an answer only once it could send what it has; beyond the limit the connection ends.
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
