import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Kingdom, KINGDOMS, TAXON_GROUPS, type TaxonGroup, TaxonomySource } from '@veld/contract';
import { Command, Option } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { runImport } from './features/taxa/import/run.ts';
import { insertImport, moveImport } from './features/taxa/import/store.ts';
import { printOutcome, withProgress } from './features/taxa/import/terminal.ts';
import { loadStarter } from './features/taxa/starter.ts';

/*
 * Manages the taxonomy from the command line: `npm run taxonomy -- import <file>`. Works on the configured data, whether or not the
 * server is running: it connects to a running embedded database, or starts and stops it.
 */

interface ImportOptions {
  source?: string;
  dryRun: boolean;
  complete: boolean;
  group?: TaxonGroup;
  kingdom?: Kingdom;
}

class UsageError extends Error {}

const log = { info: () => undefined, error: (...facts: unknown[]) => console.error(...facts) };

const program = new Command('taxonomy').description('Manage the taxonomy: species and their names');
program
  .command('import')
  .description('Import a Darwin Core Archive, Darwin Core tables or tables in Veld’s own format (docs/taxonomy-import.md)')
  .argument('<file>', 'a zip, a csv or tsv file (optionally gzipped), or a folder of them')
  .option('-s, --source <name>', 'name of the source, the same at every import of it; default: the file name')
  .option('-n, --dry-run', 'show what would change without changing it', false)
  .option('-c, --complete', 'the file is the complete list of its source: taxa that it lacks are deleted', false)
  .addOption(new Option('-g, --group <group>', 'the group of rows whose file does not say it').choices(TAXON_GROUPS))
  .addOption(new Option('-k, --kingdom <kingdom>', 'the kingdom of rows whose file does not say it').choices(KINGDOMS))
  .action((file: string, options: ImportOptions) => importFile(file, options));

await program.parseAsync().catch((error: Error) => {
  console.error(error instanceof UsageError || isUserError(error) ? `taxonomy  ${error.message}` : error);
  process.exitCode = 1;
});

async function importFile(file: string, options: ImportOptions): Promise<void> {
  // npm runs commands in the project folder; INIT_CWD is the folder the user called it from.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const found = await stat(path).catch(() => {
    throw new UsageError(`File not found: ${path}`);
  });
  const source = TaxonomySource.safeParse(options.source ?? sourceOf(path));
  if (!source.success)
    throw new UsageError('Set --source to at most 60 lower-case letters, digits, dots and hyphens; "starter" is reserved');
  await withDatabase('taxonomy', async ({ db }) => {
    await loadStarter({ db, log });
    const importId = randomUUID();
    const row = { id: importId, user_id: null, file_name: basename(path), byte_length: found.isDirectory() ? 0 : found.size };
    const defaults = { group: options.group ?? null, kingdom: options.kingdom ?? null };
    await insertImport(db, {
      ...row,
      source: source.data,
      is_complete: options.complete,
      is_dry_run: options.dryRun,
      default_group: defaults.group,
      default_kingdom: defaults.kingdom,
      state: 'reading',
    });
    const stop = () => void moveImport(db, importId, ['reading', 'checking', 'applying'], 'cancelled').catch(() => undefined);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const outcome = await withProgress((onProgress) =>
      runImport(
        { db, log },
        {
          importId,
          path,
          fileName: basename(path),
          source: source.data,
          isComplete: options.complete,
          isDryRun: options.dryRun,
          defaults,
          onProgress,
        },
      ),
    );
    process.off('SIGINT', stop).off('SIGTERM', stop);
    printOutcome(outcome, options.dryRun);
    if (outcome.state !== 'done' && outcome.state !== 'checked') process.exitCode = 1;
  });
}

function sourceOf(path: string): string {
  const name = basename(path).toLowerCase();
  return name
    .replace(/(\.(zip|csv|tsv|txt|gz))+$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '');
}
