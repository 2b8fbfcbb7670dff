import { sep } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { listBackups } from '../../backups/folder.ts';
import { makeBackup } from '../../backups/make.ts';
import type { Context } from '../../http/context.ts';

const HOUR_MS = 3_600_000;
const QUEUE = 'backup';
/** Of one backup, in seconds. */
const TIME_LIMIT = 12 * 3600;

/** When the last backup in BACKUP_TO was made; null if there is none, or no such setting. */
export function findLastBackup({ config }: Pick<Context, 'config'>): Date | null {
  return config.BACKUP_TO === undefined ? null : (listBackups(config.BACKUP_TO)[0]?.madeAt ?? null);
}

/** Makes a backup in BACKUP_TO when the last one is as old as BACKUP_EVERY says, and removes those that are too many. */
export async function backUpWhenDue(context: Context, databaseUrl: string): Promise<void> {
  const { BACKUP_TO: folder, BACKUP_EVERY, BACKUP_KEEP, BACKUP_PASSPHRASE, DATA_DIR, VERSION } = context.config;
  if (folder === undefined) return;
  const last = findLastBackup(context);
  const now = context.now();
  // The job runs a little later in one hour than in another.
  if (last && now.getTime() - last.getTime() < BACKUP_EVERY * HOUR_MS - HOUR_MS / 4) return;
  const report = await makeBackup({
    databaseUrl,
    dataDir: DATA_DIR,
    version: VERSION,
    to: folder + sep,
    passphrase: BACKUP_PASSPHRASE ?? null,
    keep: BACKUP_KEEP,
    now,
  });
  const { rows, files, newFiles, hasKeys } = report;
  context.log.info({ rows, files, newFiles, hasKeys }, 'backup made');
}

/** Adds the job, and the age of the last backup to the metrics of this process. */
export function scheduleBackups(context: Context, databaseUrl: string, registry: Registry): void {
  if (context.config.BACKUP_TO === undefined) return;
  context.jobs.add({ name: QUEUE, cron: '23 * * * *', retries: 1, timeLimit: TIME_LIMIT, run: () => backUpWhenDue(context, databaseUrl) });
  registry.registerMetric(
    new Gauge({
      name: 'veld_backup_age_seconds',
      help: 'Since the last backup in BACKUP_TO; +Inf before the first one',
      registers: [],
      collect() {
        const last = findLastBackup(context);
        this.set(last ? (context.now().getTime() - last.getTime()) / 1000 : Infinity);
      },
    }),
  );
}
