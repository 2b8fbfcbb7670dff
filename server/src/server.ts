import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { followDisputed } from '@veld/geography';
import { getHealth, getMetrics, getReady } from '@veld/contract';
import type pg from 'pg';
import { removeRestoreMark } from './backups/restore-mark.ts';
import { type Config, ConfigError } from './config.ts';
import { ensureEpoch, isRestored } from './db/epoch.ts';
import { checkFingerprints } from './db/fingerprints.ts';
import { Fault } from './http/fault.ts';
import { listMissingLimits, MAX_WAIT_MS, openDatabase, ROLE_LIMITS } from './db/open.ts';
import { openReplica } from './db/reading.ts';
import { ReplicaWatch } from './db/replica-watch.ts';
import { limitTransactions } from './db/transaction.ts';
import { ensureNameKeys } from './features/accounts/names.ts';
import { vapidKeyIn } from './features/notifications/push.ts';
import { pieces } from './features/all.ts';
import { registerFeatures } from './features/register.ts';
import { openFiles } from './files/open.ts';
import type { Context } from './http/context.ts';
import { openBrowsing } from './http/browsing.ts';
import { FairQueue, forDecoders } from './http/fair-queue.ts';
import { handleErrors, sendError } from './http/errors.ts';
import { answerFrom } from './http/replica-reads.ts';
import { addSecurityHeaders } from './http/security.ts';
import { minuteLimit, writeSlots } from './http/write-limit.ts';
import { databaseJobs } from './jobs/jobs.ts';
import { registerOpenApi } from './openapi.ts';
import { keptIn, secretIn } from './secret.ts';

export interface ServerOptions {
  config: Config;
  /** A migrated database. */
  databaseUrl: string;
  /** Whether this process runs background jobs. False in tests, which run them with `drain`. */
  hasWorkers?: boolean;
  poolSize?: number;
  /** Time limit in milliseconds for waiting for the database; see `openDatabase`. */
  maxWaitMs?: number;
  now?: () => Date;
}

export interface VeldServer {
  app: FastifyInstance;
  context: Context;
  /** Stops accepting requests, finishes those in progress, stops the jobs and closes the database connections. */
  close(): Promise<void>;
}

const makeStoreId = () => randomBytes(16).toString('hex');
const BODY_LIMIT = 1024 * 1024;

/** Builds the server and starts its jobs. The caller calls `listen`. */
export async function buildServer(options: ServerOptions): Promise<VeldServer> {
  const { config } = options;
  followDisputed(config.MAP_DISPUTED.labels);
  const app = createApp(config);
  const { main, replica } = openDatabases(options, app);
  const jobs = databaseJobs(main.pool, app.log, options.hasWorkers ?? config.WORKERS !== 'off');
  const photos = join(config.DATA_DIR, 'photos');
  const context: Context = {
    config,
    db: main.db,
    readDb: replica?.db ?? main.db,
    browsing: openBrowsing(config, main.db),
    files: openFiles(config),
    jobs,
    pictures: new FairQueue(forDecoders()),
    decoder: {},
    missing: { files: 0 },
    log: app.log,
    secret: config.SECRET_KEY ? Buffer.from(config.SECRET_KEY) : secretIn(config.DATA_DIR),
    vapid: config.PUSH_KEY ?? vapidKeyIn(config.DATA_DIR),
    ...pieces,
    now: options.now ?? (() => new Date()),
  };

  if (config.DATABASE_LIMITS === 'role') await requireLimits(main.pool);
  removeRestoreMark(config.DATA_DIR);
  await checkFingerprints(
    main.db,
    { secret: context.secret, push: context.vapid, store: config.S3_URL?.endpoint ?? keptIn(photos, 'store.id', makeStoreId) },
    { isRestored: isRestored(config.DATA_DIR) },
  );
  await ensureEpoch(main.db, config.DATA_DIR);
  await ensureNameKeys(main.db);
  let isOpen = true;
  handleErrors(app);
  app.decorate('answerFrom', answerFrom(replica));
  app.decorate('countWrite', minuteLimit(config.LIMIT_WRITES, context.now));
  app.decorate('inWriteSlot', writeSlots(options.maxWaitMs));
  await addSecurityHeaders(app, config);
  if (config.WORKERS === 'only') refuseOthers(app);
  await registerOpenApi(app, config);
  await registerFeatures(app, context, {
    pool: main.pool,
    isOpen: () => isOpen,
    readLag: replica && (() => replica.watch.lag),
  });
  await app.ready();
  await jobs.start();

  return {
    app,
    context,
    async close() {
      isOpen = false;
      await app.close();
      await jobs.stop();
      await replica?.close();
      await main.db.destroy();
    },
  };
}

function createApp(config: Config): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      serializers: { req: (request) => ({ id: request.id, method: request.method, route: request.routeOptions?.url ?? 'none' }) },
    },
    logController: new LogController({ disableRequestLogging: config.LOG_LEVEL !== 'debug' }),
    // With a number of proxies, only as many of the last addresses in X-Forwarded-For come from them, the others from the client.
    trustProxy: typeof config.TRUST_PROXY === 'number' ? (_address, hop) => hop < Number(config.TRUST_PROXY) : config.TRUST_PROXY,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still served; then the connections close.
    return503OnClosing: false,
    // Errors of the router, such as a path that cannot be decoded.
    clientErrorHandler: (error, socket) => app.answerClientError(error, socket),
    // A missing Host is answered like other errors (security.ts).
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Of a process that only runs jobs: what a balancer and a monitor ask. */
const OF_WORKERS: ReadonlySet<string> = new Set([getHealth.path, getReady.path, getMetrics.path]);

/** A process for jobs answers nothing else, so that requests that a balancer sends there by mistake are tried again. */
function refuseOthers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(OF_WORKERS.has(request.routeOptions.url ?? '') ? undefined : new Fault('unavailable', { retryAfter: 2 })),
  );
}

async function requireLimits(pool: pg.Pool): Promise<void> {
  const [missing] = await listMissingLimits(pool);
  if (missing === undefined) return;
  const value = ROLE_LIMITS[missing as keyof typeof ROLE_LIMITS];
  throw new ConfigError(
    `With DATABASE_LIMITS=role, the role needs limits: run alter role NAME set ${missing} = '${value}', and reconnect the pooler.`,
  );
}

/** The pools of the main database and of the read replica, if there is one. */
function openDatabases({ config, databaseUrl, poolSize, maxWaitMs }: ServerOptions, app: FastifyInstance) {
  const onIdleError = (error: Error) => app.log.warn({ err: { message: error.message } }, 'database connection lost');
  const shared = {
    poolSize: poolSize ?? config.DATABASE_POOL,
    maxWaitMs,
    onIdleError,
    isPreparing: config.DATABASE_PREPARED_STATEMENTS,
    hasLimits: config.DATABASE_LIMITS === 'connection',
  };
  const main = openDatabase({ url: databaseUrl, ...shared });
  // A third of the connections is for reading, so that writes that wait for each other's locks never take all.
  limitTransactions(main.db, { atOnce: Math.max(1, Math.ceil((main.pool.options.max * 2) / 3)), maxWaitMs: maxWaitMs ?? MAX_WAIT_MS });
  const readUrl = config.DATABASE_READ_URL;
  if (!readUrl) return { main, replica: null };
  const report = (reason: string) => app.log.warn({ reason }, 'reading from the primary instead of the replica');
  const watch = new ReplicaWatch({ db: main.db, primaryUrl: databaseUrl, replicaUrl: readUrl, report });
  const { preparing } = openDatabase({ url: readUrl, ...shared });
  return {
    main,
    replica: openReplica({ primary: { db: main.db, pool: main.preparing }, replica: preparing, watch, maxLag: config.READ_MAX_LAG }),
  };
}
