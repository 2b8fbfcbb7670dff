import { refuseUnusable } from './backups/restore-mark.ts';
import { migrate } from './db/migrate.ts';
import { grantToServer } from './db/roles.ts';
import { installJobs } from './jobs/jobs.ts';

/** As `updateDatabase`; throws a `BackupFault` if a backup was only restored to a part or the data were moved away, and changes nothing then. */
export async function prepareDatabase(ownerUrl: string, options: { hasServerRole: boolean }): Promise<string[]> {
  await refuseUnusable(ownerUrl);
  return updateDatabase(ownerUrl, options);
}

/**
 * Brings a database to this version of Veld, as its owner, and returns the names of the migrations that ran. With `hasServerRole` it
 * also grants the server's role what it needs.
 */
export async function updateDatabase(ownerUrl: string, options: { hasServerRole: boolean }): Promise<string[]> {
  const ran = await migrate(ownerUrl);
  await installJobs(ownerUrl);
  if (options.hasServerRole) await grantToServer(ownerUrl);
  return ran;
}
