import type { JsonWebKey } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { FileStore } from '../files/store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Browsing } from './browsing.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Pieces } from './pieces.ts';

/** The dependencies of all features, created once in `server.ts`. */
export interface Context extends Pieces {
  config: Config;
  /** The main database. */
  db: Db;
  /** For what may be slightly out of date: the read replica if there is one and it is good enough for the request (decision 0098), else the main database. */
  readDb: Db;
  /** What visitors without an account may see. */
  browsing: Browsing;
  files: FileStore;
  jobs: Jobs;
  /** The order in which pictures are decoded; tests replace it. */
  pictures: FairQueue;
  /** How often a file was not where it should be, since the start; for the metrics. */
  missing: { files: number };
  /** How pictures are decoded; tests change it. */
  decoder: { program?: string; timeLimitMs?: number };
  log: FastifyBaseLogger;
  /** Signs the addresses of photos. */
  secret: Buffer;
  /** Signs push messages: a private key of P-256. */
  vapid: JsonWebKey;
  /** The clock; tests replace it. */
  now: () => Date;
}
