import { countOrphans, getAdminOverview, getStorageFigures, listJobs, retryJob } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { statfs } from 'node:fs/promises';
import { onlyRow } from '../../db/rows.ts';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { countFailures, isFailed, listFailures, listQueues } from '../../jobs/status.ts';
import { withRole } from '../accounts/access.ts';
import { listOrphans } from '../media/jobs.ts';
import { IS_CREDITED } from '../media/store.ts';
import { logAct } from '../operations/audit.ts';
import { findLastBackup } from '../operations/backups.ts';

const MAX_TABLES = 10;

const MAX_PEOPLE = 10;

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
        backups: {
          is_scheduled: context.config.BACKUP_TO !== undefined,
          last_at: findLastBackup(context)?.toISOString() ?? null,
        },
        people: await listLargestOwners(db),
      },
    };
  });

  serve(app, countOrphans, access, async () => ({ data: await countOrphanFiles(context) }));
}

/** Counts the files of the photo store that belong to no photo. */
async function countOrphanFiles(context: Pick<Context, 'db' | 'files'>): Promise<{ files: number; bytes: number }> {
  const found = { files: 0, bytes: 0 };
  for await (const { key } of listOrphans(context)) {
    found.files += 1;
    found.bytes += (await context.files.size(key)) ?? 0;
  }
  return found;
}

interface OverviewRow {
  users: number;
  admins: number;
  curators: number;
  new_users: number;
  open_feedback: number;
  open_reports: number;
  invitations: number;
}

async function countOverview(db: Db, now: Date, since: Date): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select u.users, u.admins, u.curators, u.new_users,
      (select count(*) from feedback f where f.state = 'received' and f.duplicate_of is null)::int as open_feedback,
      (select count(*) from reports r where r.state = 'open')::int
        + (select count(*) from appeals a where a.answered_at is null)::int as open_reports,
      (select count(*) from invitations i where i.revoked_at is null and i.expires_at > ${now} and i.uses < i.max_uses)::int as invitations
    from (
      select count(*)::int as users, (count(*) filter (where 'admin' = any(roles)))::int as admins,
        (count(*) filter (where 'curator' = any(roles)))::int as curators,
        (count(*) filter (where created_at > ${since}))::int as new_users
      from users where deleted_at is null
    ) u
  `.execute(db);
  return onlyRow(rows);
}

async function findDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return onlyRow(rows).bytes;
}

/** The largest tables with their indexes. */
async function listTableSizes(db: Db): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc, 1 limit ${MAX_TABLES}
  `.execute(db);
  return rows;
}

async function sumPhotos(db: Db): Promise<{ photos: number; photo_bytes: number }> {
  const { rows } = await sql<{ photos: number; photo_bytes: number }>`
    select count(*)::int as photos, coalesce(sum(byte_length + companion_length), 0)::bigint as photo_bytes from media
  `.execute(db);
  return onlyRow(rows);
}

/** The people whose photos take most space, without the images of species that they brought from elsewhere. */
async function listLargestOwners(db: Db): Promise<{ id: string; name: string; photos: number; bytes: number }[]> {
  const { rows } = await sql<{ id: string; name: string; photos: number; bytes: number }>`
    select m.user_id as id, u.name, m.photos, m.bytes
    from (
      select user_id, count(*)::int as photos, sum(byte_length + companion_length)::bigint as bytes
      from media where not ${IS_CREDITED} group by user_id order by 3 desc, 1 limit ${MAX_PEOPLE}
    ) m join users u on u.id = m.user_id
    order by m.bytes desc, m.user_id
  `.execute(db);
  return rows;
}
