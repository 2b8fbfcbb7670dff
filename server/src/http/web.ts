import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
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
