import type { Context } from '../../../http/context.ts';
import { faultOf } from './faults.ts';
import { hasImportFile, importFile, listImportFiles, removeImportFile } from './files.ts';
import type { ImportLimits } from './limits.ts';
import { runImport } from './run.ts';
import { clearStage } from './stage.ts';
import { failSilent, listFileless, moveImport, replaceFaults } from './store.ts';

/** A run without a heartbeat for this long has ended with its process. */
const SILENT_SECONDS = 20;
/** How long a file is kept for a run. */
const FILE_LIFE_MS = 7 * 86_400_000;

/** Runs a queued import; does nothing if it was cancelled or another process runs it. */
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
    ...(limits ? { limits } : {}),
  });
  if (outcome.state === 'done') {
    await removeImportFile(context, id);
    onDone();
  }
}

/** Cleans up after a killed process: nothing of its imports was applied, their staged rows are deleted, and they are marked as failed. */
export async function cleanUpImports(context: Context, silentSeconds = SILENT_SECONDS): Promise<void> {
  for (const id of await failSilent(context.db, silentSeconds)) {
    await clearStage(context.db, id);
    await replaceFaults(context.db, id, [faultOf('interrupted')]);
    context.log.warn('a taxonomy import was interrupted');
  }
  const old = new Date(context.now().getTime() - FILE_LIFE_MS);
  for (const id of await listFileless(context.db, await listImportFiles(context), old))
    if (hasImportFile(context, id)) await removeImportFile(context, id);
}
