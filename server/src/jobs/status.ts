import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { onlyRow } from '../db/rows.ts';

const MAX_FAILURES = 100;

export interface QueueRow {
  name: string;
  cron: string | null;
  waiting: number;
  active: number;
  failed: number;
  completed: number;
  last_completed_at: Date | null;
}

/** The queues of this server with the numbers of their jobs; finished jobs are kept for a day. */
export async function listQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, s.cron,
      count(*) filter (where j.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'failed')::int as failed,
      count(*) filter (where j.state = 'completed')::int as completed,
      max(j.completed_on) filter (where j.state = 'completed') as last_completed_at
    from jobs.queue q
    left join jobs.schedule s on s.name = q.name and s.key = ''
    left join jobs.job j on j.name = q.name
    where q.name not like '\\_\\_%'
    group by q.name, s.cron order by q.name
  `.execute(db);
  return rows;
}

export interface FailedJobRow {
  id: string;
  queue: string;
  attempts: number;
  message: string | null;
  failed_at: Date;
}

/** The latest jobs that failed for good. */
export async function listFailures(db: Db): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select id, name as queue, retry_count + 1 as attempts, output ->> 'message' as message, completed_on as failed_at
    from jobs.job where state = 'failed' and name not like '\\_\\_%' order by completed_on desc, id limit ${MAX_FAILURES}
  `.execute(db);
  return rows;
}

export async function countFailures(db: Db): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from jobs.job where state = 'failed' and name not like '\\_\\_%'
  `.execute(db);
  return onlyRow(rows).failed;
}

/** Whether there is a job that failed for good. */
export async function isFailed(db: Db, queue: string, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ state: string }>`select state::text from jobs.job where name = ${queue} and id = ${id}`.execute(db);
  return rows[0] ? rows[0].state === 'failed' : null;
}
