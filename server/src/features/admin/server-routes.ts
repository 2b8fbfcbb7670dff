import { statfs } from 'node:fs/promises';
import { countOrphans, getAdminOverview, getStorageFigures, listJobs, retryJob } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { countFailures, isFailed, listFailures, listQueues } from '../../jobs/status.ts';
import { withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { countOrphanFiles } from './orphans.ts';
import { countOverview, findDatabaseSize, listLargestOwners, listTableSizes, sumPhotos } from './server-store.ts';

const WEEK_MS = 7 * 86_400_000;
/** Of the message of a failed job, which can hold the whole answer of a mail server. */
const MAX_MESSAGE = 500;

/** The figures, background jobs and storage of the server, for admins. */
export function serveServer(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, getAdminOverview, access, async () => {
    const now = context.now();
    const figures = await countOverview(db, now, new Date(now.getTime() - WEEK_MS));
    return { data: { ...figures, failed_jobs: await countFailures(db), version: context.config.VERSION } };
  });

  serve(app, listJobs, access, async () => {
    const queues = await listQueues(db);
    const failures = await listFailures(db);
    return {
      data: queues.map((row) => ({ ...row, last_completed_at: row.last_completed_at?.toISOString() ?? null })),
      failures: failures.map(({ message, failed_at, ...row }) => ({
        ...row,
        message: (message ?? '').slice(0, MAX_MESSAGE),
        failed_at: failed_at.toISOString(),
      })),
    };
  });

  serve(app, retryJob, access, async ({ params: { queue, id }, caller }) => {
    const wasFailed = await isFailed(db, queue, id);
    if (wasFailed === null) throw new Fault('not_found');
    if (!wasFailed) return undefined;
    await context.jobs.retry(queue, id);
    await logAct(db, { actorId: caller.userId, action: 'retry_job', subject: ['job', queue] }, context.now());
    return undefined;
  });

  serve(app, getStorageFigures, access, async () => {
    const disk = await statfs(context.config.DATA_DIR);
    return {
      data: {
        database_bytes: await findDatabaseSize(db),
        tables: await listTableSizes(db),
        ...(await sumPhotos(db)),
        disk_free_bytes: disk.bavail * disk.bsize,
        disk_bytes: disk.blocks * disk.bsize,
        people: await listLargestOwners(db),
      },
    };
  });

  serve(app, countOrphans, access, async () => ({ data: await countOrphanFiles(context) }));
}
