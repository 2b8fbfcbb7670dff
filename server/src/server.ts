import { join } from 'node:path';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import { ensureEpoch } from './db/epoch.ts';
import { openDatabase } from './db/open.ts';
import { registerFeatures } from './features/register.ts';
import { diskStore } from './files/store.ts';
import type { Context } from './http/context.ts';
import { answerErrors } from './http/errors.ts';
import { protect } from './http/security.ts';
import { databaseJobs } from './jobs/jobs.ts';
import { secretIn } from './secret.ts';

export interface ServerOptions {
  config: Config;
  /** A database whose schema is up to date. */
  databaseUrl: string;
  /** False: jobs wait until a test drains them. */
  hasWorkers?: boolean;
  poolSize?: number;
  /** How long a request waits for the database; see `openDatabase`. */
  maxWaitMs?: number;
  now?: () => Date;
}

export interface VeldServer {
  app: FastifyInstance;
  context: Context;
  /** Stops accepting requests, finishes those in progress, stops the jobs, closes the database. */
  close(): Promise<void>;
}

const BODY_LIMIT = 1024 * 1024;

/** Builds the server on a migrated database; does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<VeldServer> {
  const { config } = options;
  const app = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      serializers: { req: (request) => ({ id: request.id, method: request.method, route: request.routeOptions?.url ?? 'none' }) },
    },
    logController: new LogController({ disableRequestLogging: config.LOG_LEVEL !== 'debug' }),
    // One proxy: the address it saw is the last of X-Forwarded-For; a client can write anything before it.
    trustProxy: config.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during shutdown; then the connection closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const main = openDatabase({
    url: options.databaseUrl,
    poolSize: options.poolSize,
    maxWaitMs: options.maxWaitMs,
    onIdleError: (error) => app.log.warn({ err: { message: error.message } }, 'database connection lost'),
  });
  const read = config.DATABASE_READ_URL
    ? openDatabase({ url: config.DATABASE_READ_URL, poolSize: options.poolSize, maxWaitMs: options.maxWaitMs })
    : main;
  const jobs = databaseJobs(main.pool, app.log, options.hasWorkers ?? true);
  const context: Context = {
    config,
    db: main.db,
    readDb: read.db,
    files: diskStore(join(config.DATA_DIR, 'photos')),
    jobs,
    log: app.log,
    secret: config.SECRET_KEY ? Buffer.from(config.SECRET_KEY) : secretIn(config.DATA_DIR),
    now: options.now ?? (() => new Date()),
  };

  await ensureEpoch(main.db, config.DATA_DIR);
  let isOpen = true;
  answerErrors(app);
  await protect(app, config);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Veld', version: config.VERSION, description: 'Species observations, recorded also where there is no network.' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await registerFeatures(app, context, { pool: main.pool, isOpen: () => isOpen });
  await app.ready();
  await jobs.start();

  return {
    app,
    context,
    async close() {
      isOpen = false;
      await app.close();
      await jobs.stop();
      await main.db.destroy();
      if (read !== main) await read.db.destroy();
    },
  };
}
