import { createStore } from 'zustand/vanilla';
import type { ArchivePart } from './archive-parts';
import { downloadPart } from './archive-parts';
import { type ArchiveReport, type ArchiveSource, type Progress, writeArchive } from './archive';

type Run = { state: 'idle' | 'failed' | 'cancelled' } | { state: 'running'; progress: Progress } | { state: 'done'; report: ArchiveReport };

/** The export of this page. It goes on while other screens are shown. */
export const exportRun = createStore<Run>(() => ({ state: 'idle' }));

let stop: AbortController | null = null;

/** The name of the file on `now`; `number` counts the files of one export. */
export function exportName(now: Date, number = 1): string {
  return `veld-export-${now.toISOString().slice(0, 10)}${number > 1 ? `-${number}` : ''}.zip`;
}

/** Writes the export into `file`, or into downloads if it is null or does not hold everything. */
export async function runExport(source: ArchiveSource, file: ArchivePart | null, now = new Date()): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const { signal } = stop;
  exportRun.setState({ state: 'running', progress: { done: 0, total: 0, bytes: 0 } }, true);
  try {
    const report = await writeArchive(source, {
      openPart: (number) => (number === 1 && file ? file : downloadPart(exportName(now, number))),
      signal,
      onProgress: (progress) => exportRun.setState({ state: 'running', progress }, true),
    });
    exportRun.setState({ state: 'done', report }, true);
  } catch (error) {
    if (!signal.aborted) console.error('Export', error);
    exportRun.setState({ state: signal.aborted ? 'cancelled' : 'failed' }, true);
  } finally {
    stop = null;
  }
}

export function cancelExport(): void {
  stop?.abort();
}
