import type { Context } from '../../../http/context.ts';
import { makeFault } from './faults.ts';
import { hasImportFile, importFile, listImportFiles, removeImportFile } from './files.ts';
import type { ImportLimits } from './limits.ts';
import { runImport } from './run.ts';
import { clearStage } from './stage.ts';
import { failStale, findLostImport, listUnneededFiles, moveImport, replaceFaults } from './store.ts';

/** Time without a heartbeat after which the process of a run is assumed to have ended. */
const STALE_SECONDS = 20;
/** Time for which an import waits while none runs, after which its job is assumed to be lost. */
const LOST_SECONDS = 60;
/** How long the file of an import is kept. */
const FILE_LIFE_MS = 7 * 86_400_000;

/** Runs a queued import. Does nothing if it was cancelled or another process runs it. */
export async function runWaiting(context: Context, id: string, onDone: () => void, limits?: ImportLimits): Promise<void> {
  const row = await moveImport(context.db, id, ['waiting'], 'reading');
  if (!row) return;
  const outcome = await runImport(context, {
    importId: id,
    path: importFile(context, id),
    fileName: row.file_name,
    source: row.source,
    isComplete: row.is_complete,
    isDryRun: row.is_dry_run,
    defaults: { group: row.default_group, kingdom: row.default_kingdom },
    ...(limits ? { limits } : {}),
  });
  if (outcome.state === 'done') {
    await removeImportFile(context, id);
    onDone();
  }
}

/**
 * Marks the imports of ended processes as failed and deletes their staged rows; nothing of them was applied. Queues an import again
 * whose process ended just before it began. Deletes old files.
 */
export async function cleanUpImports(context: Context, staleSeconds = STALE_SECONDS): Promise<void> {
  for (const id of await failStale(context.db, staleSeconds)) {
    await clearStage(context.db, id);
    await replaceFaults(context.db, id, [makeFault('interrupted')]);
    context.log.warn('taxonomy import interrupted');
  }
  const lost = await findLostImport(context.db, LOST_SECONDS);
  if (lost !== null) await context.jobs.send('taxonomy-import', { id: lost });
  const old = new Date(context.now().getTime() - FILE_LIFE_MS);
  for (const id of await listUnneededFiles(context.db, await listImportFiles(context), old))
    if (hasImportFile(context, id)) await removeImportFile(context, id);
}
