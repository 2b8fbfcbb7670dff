import { makeBackup } from '../backups/make.ts';
import { restoreBackup } from '../backups/restore.ts';

/*
 * Makes or restores a backup in a process of its own, which kills itself at the first progress that begins with a text:
 * `node restore-until.ts JSON`. For tests.
 */

const { stage, backup, restore } = JSON.parse(process.argv[2] ?? '') as {
  stage: string;
  backup?: Omit<Parameters<typeof makeBackup>[0], 'now'>;
  restore?: Parameters<typeof restoreBackup>[0];
};

const onProgress = (text: string) => {
  if (text.startsWith(stage)) process.kill(process.pid, 'SIGKILL');
};
if (backup) await makeBackup({ ...backup, now: new Date(), onProgress });
if (restore) await restoreBackup({ ...restore, onProgress });
