import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { POSITION_HEADER } from '@veld/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { Fault } from './fault.ts';
import { listOrigins } from '../map-sources/setting.ts';

type ClientError = Error & { code?: string };

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers an error of the HTTP parser. */
    answerClientError: (error: ClientError, socket: Socket) => void;
  }
}

/**
 * Adds security headers to every response, including 404, 304, files and what the HTTP parser refuses. The content security policy blocks other origins and
 * inline scripts. Also registers CORS and compression.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = await securityHeaders(config);
  app.addHook('onRequest', ({ raw: request }, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    // Node's own answer to this has no headers (`requireHostHeader`).
    const isHostMissing = request.httpVersion === '1.1' && request.headers.host === undefined;
    done(isHostMissing ? new Fault('malformed') : undefined);
  });
  app.decorate('answerClientError', (error, socket) => answerClientError(error, socket, headers));
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.writeHead(417).end();
  });
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      credentials: false,
      exposedHeaders: ['ETag', 'Location', 'Retry-After', 'Upload-Offset', 'Upload-Length', 'Tus-Resumable', POSITION_HEADER],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    });
  }
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
}

/** Statuses of errors that end a request before it is one, by Node's code. Any other is 400. */
const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers what the HTTP parser refuses, where there is no request that a hook could give headers to. */
function answerClientError(error: ClientError, socket: Socket, headers: readonly (readonly [string, string])[]): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'cache-control: no-store',
    'content-type: application/problem+json',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
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
        connectSrc: ["'self'", ...listOrigins([...config.MAP_STYLE_URL, ...config.MAP_SOURCES])],
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
