import { fromKysely, PgBoss } from 'pg-boss';
import type { Pool } from 'pg';
import type { Tx } from '../db/open.ts';

export interface Job {
  /** Lower case with hyphens. */
  name: string;
  /** Must be idempotent, because it may run twice with the same data. */
  run(data: Record<string, unknown>): Promise<void>;
  /** The schedule as a cron expression in UTC. */
  cron?: string;
  /** Whether to run it also when a server starts, with `isStart` in the data. */
  isAtStart?: boolean;
  /** Number of retries after the first attempt, with exponential backoff. */
  retries?: number;
  /** Time limit of one run in seconds. */
  timeLimit?: number;
}

/** Background jobs. A job sent with `tx` is queued only if the transaction commits. */
export interface Jobs {
  add(job: Job): void;
  send(name: string, data: Record<string, unknown>, tx?: Tx): Promise<void>;
  /** Queues a failed job again; does nothing to one that has not failed. */
  retry(name: string, id: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs all queued jobs in this process; for tests. */
  drain(): Promise<void>;
}

const SCHEMA = 'jobs';
/** How often the server looks for a job, in seconds. One with a schedule is not waited for: looking for all of them takes 20 queries. */
const POLLING_S = 1;
const SCHEDULED_POLLING_S = 5;

/** Creates or updates the tables of the job queue, as the owner of the database. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** A job queue in the main database, implemented with pg-boss. Without workers, jobs wait for `drain`. */
export function databaseJobs(pool: Pool, log: { warn(details: object, message: string): void }, hasWorkers: boolean): Jobs {
  const jobs = new Map<string, Job>();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values && [...values]) },
    schema: SCHEMA,
    // The server's role cannot create tables; `installJobs` did.
    migrate: false,
    supervise: hasWorkers,
    schedule: hasWorkers,
  });
  boss.on('error', (error: Error) => log.warn({ err: { message: error.message } }, 'jobs'));
  let isStarted = false;
  /** The queues with jobs to run now. */
  const dueQueues = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select distinct name from ${SCHEMA}.job where state in ('created', 'retry') and start_after < now()`,
    );
    return new Set(rows.map(({ name }) => name));
  };
  return {
    add: (job) => void jobs.set(job.name, job),
    async send(name, data, tx) {
      await boss.send(name, data, tx ? { db: fromKysely(tx) } : {});
    },
    async retry(name, id) {
      await boss.retry(name, id);
    },
    async start() {
      await boss.start();
      isStarted = true;
      const queues = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const job of jobs.values()) {
        // Creating one that exists changes nothing, but takes a transaction with a lock.
        if (!queues.has(job.name)) {
          await boss.createQueue(job.name, {
            retryLimit: job.retries ?? 5,
            retryDelay: 10,
            retryBackoff: true,
            expireInSeconds: job.timeLimit ?? 300,
            deleteAfterSeconds: 86_400,
          });
        }
        if (!hasWorkers) continue;
        await boss.work<Record<string, unknown>>(
          job.name,
          { pollingIntervalSeconds: job.cron ? SCHEDULED_POLLING_S : POLLING_S },
          async (batch) => {
            for (const entry of batch) await job.run(entry.data ?? {});
          },
        );
        if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
        if (job.isAtStart) await boss.send(job.name, { isStart: true });
      }
    },
    async stop() {
      if (isStarted) await boss.stop({ graceful: true, timeout: 8_000, close: false });
      isStarted = false;
    },
    async drain() {
      let due = await dueQueues();
      for (const job of jobs.values()) {
        while (due.has(job.name)) {
          const batch = await boss.fetch<Record<string, unknown>>(job.name, { batchSize: 20 });
          if (batch.length === 0) break;
          for (const entry of batch) {
            await job.run(entry.data ?? {});
            await boss.complete(job.name, entry.id);
          }
          due = await dueQueues();
        }
      }
    },
  };
}
