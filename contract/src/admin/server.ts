import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';

export const AdminOverview = z.object({
  users: z.int(),
  admins: z.int(),
  curators: z.int(),
  /** Accounts created in the last 7 days. */
  new_users: z.int(),
  open_feedback: z.int(),
  /** Reports and appeals without a decision. */
  open_reports: z.int(),
  /** Invitations that can still be used. */
  invitations: z.int(),
  /** Of the last day. */
  failed_jobs: z.int(),
  /** Of the server. */
  version: z.string(),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

export const getAdminOverview = route({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'As admin, the figures of the administration',
  replies: { 200: z.object({ data: AdminOverview }) },
});

/** A queue of background jobs. */
export const JobQueue = z.object({
  name: z.string(),
  /** The schedule as a cron expression in UTC; null for jobs that follow an event. */
  cron: z.nullable(z.string()),
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  /** Of the last day. */
  completed: z.int(),
  last_completed_at: z.nullable(z.string()),
});
export type JobQueue = z.infer<typeof JobQueue>;

export const FailedJob = z.object({
  id: Uuid,
  queue: z.string(),
  attempts: z.int(),
  message: z.string(),
  failed_at: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const listJobs = route({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'As admin, the queues of background jobs, and the latest 100 jobs that failed in the last day',
  replies: { 200: z.object({ data: z.array(JobQueue), failures: z.array(FailedJob) }) },
});

export const retryJob = route({
  method: 'POST',
  path: '/api/admin/jobs/:queue/:id/retry',
  summary: 'As admin, run a failed job again; one that waits or runs already stays as it is',
  params: z.object({ queue: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)), id: Uuid }),
  replies: { 204: null },
});

export const StorageFigures = z.object({
  database_bytes: z.int(),
  tables: z.array(z.object({ name: z.string(), bytes: z.int() })),
  photos: z.int(),
  /** Of originals, and of JPEGs that devices made from them. */
  photo_bytes: z.int(),
  /** Free and total bytes of the disk with the photos. */
  disk_free_bytes: z.int(),
  disk_bytes: z.int(),
  /** Whether the server makes backups itself, and when it made the last one. */
  backups: z.object({ is_scheduled: z.boolean(), last_at: z.nullable(z.string()) }),
  /** Those who store most. */
  people: z.array(z.object({ id: Uuid, name: z.string(), photos: z.int(), bytes: z.int() })),
});
export type StorageFigures = z.infer<typeof StorageFigures>;

export const getStorageFigures = route({
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'As admin, how much space the database and the photos take, by table and person',
  replies: { 200: z.object({ data: StorageFigures }) },
});

export const countOrphans = route({
  method: 'GET',
  path: '/api/admin/storage/orphans',
  summary: 'As admin, the files in the photo store that no photo has; interrupted uploads leave them, and they are removed after a day',
  replies: { 200: z.object({ data: z.object({ files: z.int(), bytes: z.int() }) }) },
});
