import { existsSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { Command } from 'commander';
import { checkBackup } from './backups/check.ts';
import { findBackup } from './backups/folder.ts';
import { makeBackup } from './backups/make.ts';
import { askPassphrase } from './backups/passphrase.ts';
import { progressTo } from './backups/progress.ts';
import { refuseUnusable } from './backups/restore-mark.ts';
import { isUserError, withPlace } from './command.ts';

/*
 * Makes a backup of the configured data, whether or not the server is running: `npm run backup -- FILE`, or `-- FOLDER/` for one that shares
 * its files with those before (docs/backup.md). With `--check` it reads a backup instead.
 */

const program = new Command('backup')
  .description('Back up the database, the files and the keys to a file, or to a folder that keeps each file once')
  .argument('<file or folder>', 'with --check and a folder, its newest')
  .option('--check', 'verify a backup without restoring it', false)
  .action((given: string, { check }: { check: boolean }) => {
    // npm runs commands in the project folder; INIT_CWD is the folder the user called it from.
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), given);
    if (check) return checkFile(findBackup(path));
    const isFolder = /[/\\]$/.test(given) || (existsSync(path) && statSync(path).isDirectory());
    return backUp(isFolder ? path + sep : path);
  });

await program.parseAsync().catch((error: Error) => {
  console.error(isUserError(error) ? `backup  ${error.message}` : error);
  process.exitCode = 1;
});

async function backUp(to: string): Promise<void> {
  await withPlace('backup', async ({ config, ownerUrl }) => {
    await refuseUnusable(ownerUrl);
    const passphrase = config.BACKUP_PASSPHRASE ?? (await askPassphrase('A passphrase for the keys (empty: leave them out): ', true));
    const progress = progressTo('backup');
    const { DATA_DIR: dataDir, VERSION: version } = config;
    const report = await makeBackup({
      databaseUrl: ownerUrl,
      dataDir,
      version,
      to,
      passphrase,
      now: new Date(),
      onProgress: progress.tell,
    });
    progress.end();
    const share = to.endsWith(sep) ? `, ${report.newFiles} of them new` : '';
    console.log(`${report.path}: ${report.rows} rows, ${report.files} files${share}`);
    if (config.S3_URL) console.log('Photos in the bucket of S3_URL are not in it: keep a second bucket, or versions of this one.');
    if (!report.hasKeys)
      console.log(
        `The keys are not in it, because ${passphrase === null ? 'there was no passphrase' : `${dataDir} has none`}. After a restore without DATA_DIR/secret.key and push.key, links in mails that were sent no longer work, and people have to turn push messages on again.`,
      );
  });
}

async function checkFile(path: string): Promise<void> {
  const progress = progressTo('backup');
  let read = 0;
  const { header, manifest } = await checkBackup(path, { read: (count) => progress.tell(`${Math.floor((read += count) / 1e6)} MB read`) });
  progress.end();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = manifest.stores.reduce((sum, store) => sum + store.files, 0);
  console.log(
    `${path} is whole: ${rows} rows, ${files} files, ${manifest.keys ? 'with keys' : 'without keys'}, made on ${header.made_at} by Veld ${header.version} (${header.schema.name})`,
  );
}
