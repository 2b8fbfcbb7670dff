import { join } from 'node:path';
import { Command } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { checkPhotos } from './features/media/check.ts';
import { diskStore } from './files/store.ts';

/*
 * Manages photos from the command line, for example `npm run photos -- check` after restoring a backup. Works on the configured
 * data, whether or not the server is running.
 */

const program = new Command('photos').description('Manage the stored photos');
program
  .command('check')
  .description('Compare every stored photo with the length and SHA-256 that its device declared, without changing anything')
  .action(() =>
    withDatabase('photos', async ({ db, config }) => {
      const found = await checkPhotos(db, diskStore(join(config.DATA_DIR, 'photos')), (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\rphotos  ${done} read `);
      });
      if (process.stderr.isTTY) process.stderr.write('\n');
      for (const { id, fault } of found.faults) console.log(`${id} ${fault}`);
      console.log(`${found.photos} photos, ${found.faults.length} with a fault, ${found.orphans} files without a photo`);
      if (found.faults.length > 0) process.exitCode = 1;
    }),
  );

await program.parseAsync().catch((error: Error) => {
  console.error(isUserError(error) ? `photos  ${error.message}` : error);
  process.exitCode = 1;
});
