import { resolve } from 'node:path';
import { Command } from 'commander';
import { findBackup } from './backups/folder.ts';
import { BackupFault } from './backups/format.ts';
import { askPassphrase } from './backups/passphrase.ts';
import { progressTo } from './backups/progress.ts';
import { restoreBackup } from './backups/restore.ts';
import { isUserError, withPlace } from './command.ts';
import { lockData } from './db/embedded.ts';

/*
 * Restores a backup into an empty place: `npm run restore -- FILE`, with DATA_DIR and DATABASE_URL as the server will have them
 * (docs/backup.md).
 */

const program = new Command('restore')
  .description('Restore a backup into an empty database and data folder')
  .argument('<file or folder>', 'of a folder, its newest backup')
  .option('--without-keys', 'leave the keys of the backup out, for example because its passphrase is lost', false)
  .action((given: string, { withoutKeys }: { withoutKeys: boolean }) =>
    restore(findBackup(resolve(process.env.INIT_CWD ?? process.cwd(), given)), withoutKeys),
  );

await program.parseAsync().catch((error: Error) => {
  console.error(isUserError(error) ? `restore  ${error.message}` : error);
  process.exitCode = 1;
});

async function restore(path: string, isWithoutKeys: boolean): Promise<void> {
  await withPlace('restore', async ({ config, ownerUrl, isEmbedded, isAlone }) => {
    const lock = isAlone === null ? await lockData(ownerUrl) : null;
    try {
      if (!(isAlone ?? lock !== null)) throw new BackupFault('Veld runs on these data, or another restore does. Stop it first.');
      const passphrase =
        config.BACKUP_PASSPHRASE ?? (isWithoutKeys ? null : await askPassphrase('The passphrase of the keys, if it has any: ', false));
      const progress = progressTo('restore');
      const options = { path, dataDir: config.DATA_DIR, ownerUrl, isEmbedded, passphrase, isWithoutKeys, onProgress: progress.tell };
      const { header, manifest } = await restoreBackup(options);
      progress.end();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const files = manifest.stores.reduce((sum, store) => sum + store.files, 0);
      console.log(`Restored ${rows} rows and ${files} files of ${header.made_at}. Start Veld; devices then send what is newer.`);
      if (isWithoutKeys || !manifest.keys)
        console.log(
          'The keys were not restored. Put secret.key and push.key into DATA_DIR before the start if you have them; otherwise links in mails that were sent no longer work, and people have to turn push messages on again.',
        );
    } finally {
      await lock?.end();
    }
  });
}
