import { Command, Option } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { ConfigError } from './config.ts';
import { checkPhotos } from './features/media/check.ts';
import { moveFiles } from './files/move.ts';
import { openBucket, openDisk, openFiles } from './files/open.ts';
import { resetFailed } from './features/media/store.ts';
import { databaseJobs } from './jobs/jobs.ts';

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
      const found = await checkPhotos(db, openFiles(config), (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\rphotos  ${done} read `);
      });
      if (process.stderr.isTTY) process.stderr.write('\n');
      for (const { id, fault } of found.faults) console.log(`${id} ${fault}`);
      console.log(`${found.photos} photos, ${found.faults.length} with a fault, ${found.orphans} files without a photo`);
      if (found.faults.length > 0) process.exitCode = 1;
    }),
  );
program
  .command('move')
  .description('Move the stored files between the disk and the bucket of S3_URL; each is compared before it is removed where it was')
  .addOption(new Option('--to <place>', 'where to').choices(['s3', 'disk']).makeOptionMandatory())
  .action(({ to }: { to: 's3' | 'disk' }) =>
    withDatabase('photos', async ({ config }) => {
      const bucket = openBucket(config);
      if (!bucket) throw new ConfigError('Set S3_URL: without it there is no bucket.');
      const disk = openDisk(config);
      const { moved, bytes, gone } = await moveFiles({
        from: to === 's3' ? disk : bucket,
        to: to === 's3' ? bucket : disk,
        onProgress: (done) => {
          if (process.stderr.isTTY) process.stderr.write(`\rphotos  ${done} moved `);
        },
      });
      if (process.stderr.isTTY) process.stderr.write('\n');
      console.log(
        `${moved} files with ${bytes} bytes moved to ${to === 's3' ? 'the bucket' : 'the disk'}${gone > 0 ? `, ${gone} gone meanwhile` : ''}`,
      );
    }),
  );
program
  .command('render')
  .description('Render photos again; a running server does it')
  .requiredOption('--failed', 'those that could not be rendered')
  .action(() =>
    withDatabase('photos', async ({ db, pool }) => {
      const ids = await resetFailed(db);
      const jobs = databaseJobs(pool, { warn: console.error }, false);
      await jobs.start();
      for (const id of ids) await jobs.send('media', { id });
      await jobs.stop();
      console.log(`${ids.length} photos are rendered again`);
    }),
  );

await program.parseAsync().catch((error: Error) => {
  console.error(isUserError(error) ? `photos  ${error.message}` : error);
  process.exitCode = 1;
});
