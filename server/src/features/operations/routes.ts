import {
  checkVersion,
  getDocs,
  getHealth,
  getMetrics,
  getOpenapi,
  getPublicCounts,
  getReady,
  getSecurityTxt,
  listVersionNotes,
} from '@veld/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { counted } from '../../db/rows.ts';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { anyone, serve, type Access } from '../../http/serve.ts';
import { scheduleBackups } from './backups.ts';
import { collectMetrics, type MeasuredParts } from './metrics.ts';
import { notesSince, updateFor } from './app-versions.ts';
import { isWritable, listAppVersionRows, type PublicCounts } from './store.ts';
import type { Config } from '../../config.ts';

export interface OperationsOptions extends MeasuredParts {
  /** Of the features that have what is counted. */
  countPublic: (db: Db) => Promise<PublicCounts>;
  /** False once the server is shutting down. */
  isOpen: () => boolean;
}

export function registerOperations(app: FastifyInstance, context: Context, options: OperationsOptions): void {
  const metrics = collectMetrics(app, context, options);
  scheduleBackups(context, options.pool.options.connectionString ?? '', metrics.registry);
  const publicCounts = counted(context.config.COUNTS_MAX_AGE, () => options.countPublic(context.readDb));

  serve(app, getHealth, anyone, () => ({ status: 'ok' as const }));

  serve(app, getReady, anyone, async () => {
    if (!options.isOpen()) throw new Fault('unavailable', { retryAfter: 3 });
    if (!(await isWritable(context.db))) throw new Fault('unavailable', { retryAfter: 2 });
    return { status: 'ready' as const };
  });

  serve(
    app,
    getMetrics,
    metricsReader(context.config),
    async ({ reply }) =>
      reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.read()),
    { problems: ['not_found'] },
  );

  serve(app, getSecurityTxt, anyone, ({ reply }) => {
    const text = securityTxt(context.config, context.now());
    if (text === null) throw new Fault('not_found');
    return reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').serializer(String).send(text);
  });

  serve(app, getOpenapi, anyone, ({ reply }) =>
    reply
      .type('application/json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(app.swagger()),
  );

  serve(app, getDocs, anyone, ({ reply }) => reply.type('text/html').serializer(String).send(docsPage));
  serveDocsScripts(app);

  serve(app, checkVersion, anyone, async ({ body }) => updateFor(body.version, await listAppVersionRows(context.db), context.config));

  serve(app, listVersionNotes, anyone, async ({ query, language }) =>
    notesSince(query.since, await listAppVersionRows(context.readDb), context.config, language),
  );

  serve(app, getPublicCounts, anyone, async ({ reply }) => {
    void reply.header('cache-control', 'public, max-age=60');
    return { data: await publicCounts('all') };
  });
}

/** Headers that a proxy adds with the address of its client. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Allows clients with METRICS_TOKEN, or only localhost if it is not set; 404 for everyone else. A proxy on this machine would make
 * everyone look like localhost, so without TRUST_PROXY forwarded requests are refused.
 */
function metricsReader(config: Config): Access<null> {
  return (request) => {
    if (!config.METRICS_TOKEN) {
      const isForwarded = config.TRUST_PROXY === 0 && FORWARDING_HEADERS.some((name) => name in request.headers);
      if (!isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return null;
      throw new Fault('not_found');
    }
    const actual = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return null;
    throw new Fault('not_found');
  };
}

const PATH = '/.well-known/security.txt';
const VALID_MS = 90 * 86_400_000;

/** The content of security.txt (RFC 9116), which requires a date of expiry. Null without SECURITY_CONTACT. */
function securityTxt(config: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>, now: Date): string | null {
  if (!config.SECURITY_CONTACT) return null;
  const expires = `${new Date(now.getTime() + VALID_MS).toISOString().slice(0, 10)}T00:00:00Z`;
  const lines = [`Contact: ${config.SECURITY_CONTACT}`, `Expires: ${expires}`];
  if (config.PUBLIC_URL) lines.push(`Canonical: ${new URL(PATH, config.PUBLIC_URL).href}`);
  return `${lines.join('\n')}\n`;
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API · Veld</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/scalar.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
});
`;

let viewer: Promise<string> | null = null;

/** The script of the API viewer, taken from its Fastify plugin, whose page cannot be used because it has an inline script. */
function loadViewer(): Promise<string> {
  return (viewer ??= (async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const inner = Fastify();
    await inner.register(reference, { routePrefix: '/docs', configuration: { content: { openapi: '3.1.0' } } });
    const response = await inner.inject('/docs/js/scalar.js');
    if (response.statusCode !== 200) throw new Error('The plugin does not serve the script of the API viewer');
    return response.body;
  })());
}

/** Serves the two scripts of the API page; the page itself is a route of the contract. */
function serveDocsScripts(app: FastifyInstance): void {
  app.get('/api/docs/scalar.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'public, max-age=86400')
      .send(await loadViewer()),
  );
  app.get('/api/docs/start.js', { schema: { hide: true } }, async (_request, reply) => reply.type('text/javascript').send(START));
}

const docsPage = PAGE;
