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
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { counted } from '../../db/counted.ts';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { metricsReader } from './access.ts';
import { notesSince, updateFor } from './app-versions.ts';
import { docsPage, serveDocsScripts } from './docs.ts';
import { collectMetrics } from './metrics.ts';
import { securityTxt } from './security-txt.ts';
import { findDatabase, listAppVersionRows, type PublicCounts } from './store.ts';

export interface OperationsOptions {
  pool: Pool;
  /** Of the features that have what is counted. */
  countPublic: (db: Db) => Promise<PublicCounts>;
  /** False once the server is shutting down. */
  isOpen: () => boolean;
}

export function registerOperations(app: FastifyInstance, context: Context, options: OperationsOptions): void {
  const metrics = collectMetrics(app, options.pool);
  const publicCounts = counted(context.config.COUNTS_MAX_AGE, () => options.countPublic(context.readDb));

  serve(app, getHealth, anyone, () => ({ status: 'ok' as const }));

  serve(app, getReady, anyone, async () => {
    if (!options.isOpen()) throw new Fault('unavailable', { retryAfter: 3 });
    await findDatabase(context.db);
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
        .send(await metrics.metrics()),
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
