import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../http/context.ts';
import { findDatabaseFigures, type PhotoStates } from './store.ts';

export interface MeasuredParts {
  pool: Pool;
  /** Seconds that the standby for reading is behind; infinite while that is not known. Null without one. */
  readLag: (() => number) | null;
  /** Of the feature that has the photos: a subquery. */
  photoStates: RawBuilder<PhotoStates>;
}

export interface Metrics {
  /** Other metrics can be added. */
  registry: Registry;
  contentType: string;
  /** In the format of Prometheus. */
  read(): Promise<string>;
}

/**
 * Metrics of this process: requests by route and status, database connections, the disk of its data folder, and the defaults for Node; and
 * of the database, in one statement: jobs, photos and the end of its log. Those are left out while it is away.
 */
export function collectMetrics(app: FastifyInstance, context: Context, parts: MeasuredParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  const connections = new Gauge({
    name: 'veld_database_connections',
    help: 'Database connections in the pool, by state; max is how many there may be',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'idle' }, parts.pool.idleCount);
      this.set({ state: 'all' }, parts.pool.totalCount);
      this.set({ state: 'waiting' }, parts.pool.waitingCount);
      this.set({ state: 'max' }, parts.pool.options.max);
    },
  });
  const disk = new Gauge({
    name: 'veld_disk_bytes',
    help: 'Bytes of the disk of the data folder, free and in all',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { bavail, bsize, blocks } = await statfs(context.config.DATA_DIR);
      this.set({ state: 'free' }, bavail * bsize);
      this.set({ state: 'all' }, blocks * bsize);
    },
  });
  const missing = new Gauge({
    name: 'veld_missing_files',
    help: 'How often a job of this process did not find the file of a photo, since its start',
    registers: [],
    collect() {
      this.set(context.missing.files);
    },
  });
  for (const gauge of [connections, disk, missing]) registry.registerMetric(gauge);
  const { readLag } = parts;
  if (readLag) {
    const lag = new Gauge({
      name: 'veld_replica_lag_seconds',
      help: 'Seconds that the standby for reading is behind at most; +Inf while it does not answer',
      registers: [],
      collect() {
        this.set(readLag());
      },
    });
    registry.registerMetric(lag);
  }
  const measureDatabase = databaseGauges(context, registry, parts.photoStates);
  return {
    registry,
    contentType: registry.contentType,
    async read() {
      await measureDatabase();
      return registry.metrics();
    },
  };
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'veld_request_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, because a path can contain an id.
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** Returns a function that asks the database and sets them. */
function databaseGauges({ db }: Pick<Context, 'db'>, registry: Registry, photoStates: RawBuilder<PhotoStates>): () => Promise<void> {
  const registers = [registry];
  const jobs = new Gauge({ name: 'veld_jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'], registers });
  const photos = new Gauge({ name: 'veld_photos', help: 'Photos that are not rendered, by state', labelNames: ['state'], registers });
  const log = new Gauge({ name: 'veld_database_log_bytes', help: 'The end of the log of the primary', registers });
  const up = new Gauge({ name: 'veld_database_up', help: 'Whether the database answers', registers });
  return async () => {
    for (const gauge of [jobs, photos, log]) gauge.reset();
    const figures = await findDatabaseFigures(db, photoStates).catch(() => null);
    up.set(figures ? 1 : 0);
    if (!figures) {
      log.remove();
      return;
    }
    for (const { queue, state, count } of figures.jobs) jobs.set({ queue, state }, count);
    photos.set({ state: 'waiting' }, figures.photos.waiting);
    photos.set({ state: 'failed' }, figures.photos.failed);
    if (figures.log_bytes === null) log.remove();
    else log.set(figures.log_bytes);
  };
}
