import { Command } from 'commander';
import { BackupFault } from './backups/format.ts';
import { moveDatabase } from './backups/move.ts';
import { progressTo } from './backups/progress.ts';
import { unmarkMoved } from './backups/restore-mark.ts';
import { connectForCopy } from './backups/snapshot.ts';
import { isUserError, type Place, withPlace } from './command.ts';
import { lockData, startEmbedded } from './db/embedded.ts';

/*
 * Moves the data of the configured database to another one: `npm run move -- --to DATABASE_URL`, or `--to embedded` (docs/backup.md). The
 * files in DATA_DIR stay where they are.
 */

const program = new Command('move')
  .description('Move the data from the embedded database to your own PostgreSQL, or back; Veld must be stopped')
  .option('--to <url>', 'the address of an empty database, or "embedded"')
  .option('--undo', 'use the old database again, as it was when it was moved', false)
  .action(({ to, undo }: { to?: string; undo: boolean }) => {
    if (undo) return goBack();
    if (to === undefined) throw new BackupFault('Name the database to move to: npm run move -- --to DATABASE_URL, or --to embedded');
    return moveTo(to);
  });

await program.parseAsync().catch((error: Error) => {
  console.error(isUserError(error) ? `move  ${error.message}` : error);
  process.exitCode = 1;
});

function requireAlone({ isAlone }: Place): void {
  if (isAlone === false) throw new BackupFault('Veld runs on these data. Stop it first.');
}

async function moveTo(to: string): Promise<void> {
  await withPlace('move', async (place) => {
    requireAlone(place);
    if (to !== 'embedded' && !/^postgres(?:ql)?:\/\//.test(to))
      throw new BackupFault('Give an address such as postgres://veld@db.example.org/veld, or "embedded".');
    if (to === 'embedded' && place.isEmbedded)
      throw new BackupFault('The data are in the embedded database. Set DATABASE_URL to move them out of another one.');
    const { DATA_DIR, VERSION } = place.config;
    const embedded = to === 'embedded' ? await startEmbedded(DATA_DIR) : null;
    const target = embedded?.url ?? to;
    const lock = await lockData(target);
    try {
      if (!lock) throw new BackupFault('Veld or another command uses the database to move to. Stop it first.');
      const progress = progressTo('move');
      const manifest = await moveDatabase({
        from: place.ownerUrl,
        to: target,
        isToEmbedded: embedded !== null,
        dataDir: DATA_DIR,
        version: VERSION,
        onProgress: progress.tell,
      });
      progress.end();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `Moved ${rows} rows. ${embedded ? 'Start Veld without DATABASE_URL.' : 'Set DATABASE_URL to the new address and start Veld.'}`,
      );
      console.log(
        `The old database stays as it was, and Veld does not start on it. When all is well, ${place.isEmbedded ? `remove ${DATA_DIR}/postgres` : 'drop it'}; to use it again: npm run move -- --undo`,
      );
    } finally {
      await lock?.end();
      if (lock) await embedded?.stop();
    }
  });
}

async function goBack(): Promise<void> {
  await withPlace('move', async (place) => {
    requireAlone(place);
    const client = await connectForCopy(place.ownerUrl);
    try {
      await unmarkMoved(client);
      console.log('The database can be used again. What was saved in the other one since the move is not in it.');
    } finally {
      await client.end();
    }
  });
}
