import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileStore, hashStored } from './store.ts';

export interface MoveReport {
  /** Copied, compared and removed where they were. */
  moved: number;
  bytes: number;
  /** Removed by somebody meanwhile. */
  gone: number;
}

interface Move {
  from: FileStore;
  to: FileStore;
  onProgress?: (moved: number) => void;
}

/** Not half-written files of a disk, which the server removes, and not its id. */
const isMoved = (key: string) => !key.endsWith('.half') && key !== 'store.id';

/**
 * Moves every file to another store, one after another. Each is read back from there, and is removed where it was only if the bytes are the
 * same; so it can be stopped at any time and begun again, also while a server uses both. Throws at the first file that cannot be moved.
 */
export async function moveFiles({ from, to, onProgress = () => undefined }: Move): Promise<MoveReport> {
  const report: MoveReport = { moved: 0, bytes: 0, gone: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'veld-move-'));
  try {
    for await (const { key } of from.list()) {
      if (!isMoved(key)) continue;
      const length = await from.size(key);
      if (length === null) {
        report.gone += 1;
        continue;
      }
      const copy = join(folder, 'file');
      await from.withLocalFile(key, (path) => copyFile(path, copy));
      await to.moveIn(key, copy);
      const [before, after] = [await hashStored(from, key), await hashStored(to, key)];
      if (before !== after) throw new Error(`${key} arrived with other bytes. It stays where it was; run the command again.`);
      await from.remove(key);
      report.moved += 1;
      report.bytes += length;
      onProgress(report.moved);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
}
