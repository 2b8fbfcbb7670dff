import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { refreshFrequencies } from './features/frequencies/build.ts';
import { UnusableFile } from './features/frequencies/import/read.ts';
import { importFrequencies, fileFaultMessage, reportLines } from './features/frequencies/import/run.ts';
import { loadStarter } from './features/taxa/starter.ts';

/*
 * Manages the data behind what is likely: `npm run frequencies -- import <file>` (docs/frequencies.md). Works on the configured data,
 * whether or not the server is running.
 */

interface ImportOptions {
  source?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
}

const log = { info: () => undefined, error: (...facts: unknown[]) => console.error(...facts) };

class UsageError extends Error {}

function country(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) throw new InvalidArgumentError('Expected a country code such as NL.');
  return text.toUpperCase();
}

const degrees = (limit: number) => (text: string) => {
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= limit)) throw new InvalidArgumentError(`Expected degrees from -${limit} to ${limit}.`);
  return value;
};

const program = new Command('frequencies').description('Manage the data behind what is likely where and when');
program.command('count').description('Count the records of this server now, instead of in the coming night').action(countNow);
program
  .command('import')
  .description('Add records of GBIF (simple download or Darwin Core Archive) or a bar chart of eBird')
  .argument('<file>', 'a table or an archive, zipped, gzipped or neither')
  .option('-s, --source <name>', 'name of the data; importing it again replaces them; default: the file name')
  .option('-c, --country <code>', 'country of a bar chart, if the file name does not say it', country)
  .option('--latitude <degrees>', 'of the place of a bar chart', degrees(90))
  .option('--longitude <degrees>', 'of the place of a bar chart', degrees(180))
  .action((file: string, options: ImportOptions) => importFile(file, options));

await program.parseAsync().catch((error: Error) => {
  const message =
    error instanceof UsageError || error instanceof UnusableFile || isUserError(error) ? error.message : fileFaultMessage(error);
  console.error(message === null ? error : `frequencies  ${message}`);
  process.exitCode = 1;
});

async function countNow(): Promise<void> {
  await withDatabase('frequencies', async ({ db }) => {
    const countries = await refreshFrequencies({ db, now: () => new Date() }, { isAgain: true });
    console.log(`frequencies  ${countries.length > 0 ? `New for ${countries.join(', ')}` : 'Nothing changed'}`);
  });
}

async function importFile(file: string, { source, country: of, latitude, longitude }: ImportOptions): Promise<void> {
  // npm runs commands in the project folder; INIT_CWD is the folder the user called it from.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  await stat(path).catch(() => {
    throw new UsageError(`File not found: ${path}`);
  });
  if ((latitude === undefined) !== (longitude === undefined)) throw new UsageError('Set both --latitude and --longitude, or neither');
  const place = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;
  const name = source ?? basename(path);
  await withDatabase('frequencies', async ({ db }) => {
    await loadStarter({ db, log });
    const report = await importFrequencies(db, name, { path, fileName: basename(path), country: of, place });
    for (const line of reportLines(report)) console.log(`frequencies  ${line}`);
  });
}
