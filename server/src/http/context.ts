import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { FileStore } from '../files/store.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** What every feature receives. Created once in `server.ts`. */
export interface Context {
  config: Config;
  /** The main database. */
  db: Db;
  /** For lists that may lag slightly: a replica if configured, else the main database. */
  readDb: Db;
  files: FileStore;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Signs addresses of photos. */
  secret: Buffer;
  /** The clock; tests replace it. */
  now: () => Date;
}
