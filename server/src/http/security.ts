import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { originsOf } from '../map-sources/origins.ts';

/**
 * Adds security headers to every response, including 404, 304 and files. The content security policy blocks other origins and
 * inline scripts. Also registers CORS and compression.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = await securityHeaders(config);
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      credentials: false,
      exposedHeaders: ['ETag', 'Location', 'Retry-After', 'Upload-Offset', 'Upload-Length', 'Tus-Resumable'],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    });
  }
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
}

/** The options of `helmet`. */
export function helmetOptions(config: Config): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // The operator's base maps are the only other origins.
        connectSrc: ["'self'", ...originsOf([...config.MAP_STYLE_URL, ...config.MAP_SOURCES])],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: config.CORS_ORIGINS.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  };
}

/** Taken once from a server of its own, because helmet builds them anew for each request although they are always the same. */
async function securityHeaders(config: Config): Promise<[string, string][]> {
  const sample = Fastify();
  await sample.register(helmet, helmetOptions(config));
  let headers: [string, string][] = [];
  sample.get('/', (_request, reply) => {
    headers = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
    return reply.send();
  });
  await sample.inject('/');
  await sample.close();
  return [...headers, ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(self), interest-cohort=()']];
}
